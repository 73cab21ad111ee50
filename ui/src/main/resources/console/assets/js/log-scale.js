// Logarithmic axes: of drawings, and of the slider for numbers of requests. Pure.

const MOST_REQUESTS = 128;
const PLACES = 70;

/** A function from values to places on the drawing. */
export function logScale(from, to, start, end) {
  const span = Math.log(to) - Math.log(from);
  return value => start + ((end - start) * (Math.log(value) - Math.log(from))) / span;
}

/** 1, 2 and 5 of every power of ten within the range. */
export function logTicks(from, to) {
  const ticks = [];
  for (let power = Math.floor(Math.log10(from)); power <= Math.log10(to); power++) {
    for (const digit of [1, 2, 5]) {
      const tick = digit * 10 ** power;
      if (tick >= from && tick <= to) ticks.push(tick);
    }
  }
  return ticks;
}

/** A slider's place, 0 to 70, as a number of requests, 1 to 128: every one at first, then ever wider apart. */
export function requestsAt(place) {
  return Math.round(MOST_REQUESTS ** (place / PLACES));
}

/** The place of a number of requests; one beyond the slider's ends is at its end. */
export function placeOf(requests) {
  const inside = Math.min(MOST_REQUESTS, Math.max(1, requests));
  return Math.round((PLACES * Math.log(inside)) / Math.log(MOST_REQUESTS));
}
