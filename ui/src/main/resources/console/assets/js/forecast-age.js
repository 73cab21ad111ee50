// Whether a forecast still rests on the step times that are shown. Pure.

const FRESH_MS = 5000;

/** What steps take, as finely as anybody would notice. */
function timesOf(models) {
  return models.flatMap(({ stepMillis }) => stepMillis.map(({ millis }) => millis.toPrecision(2))).join(' ');
}

export class ForecastAge {
  #times = '';
  #askedAt = -Infinity;

  /**
   * Whether to ask anew: where steps have come to take another time, but no more than once in some seconds. Who is told so asks.
   *
   * @param {{ stepMillis: { millis: number }[] }[]} models as they are shown
   * @param {number} now milliseconds of a clock without a date
   */
  isOutdated(models, now) {
    const times = timesOf(models);
    if (times === this.#times || now - this.#askedAt < FRESH_MS) return false;
    this.#times = times;
    this.#askedAt = now;
    return true;
  }
}
