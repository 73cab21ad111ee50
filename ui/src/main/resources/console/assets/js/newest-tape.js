// Who wrote a pair's newest tokens, newest right: a low tick for the small model, a tall one for the large one.

import { svg } from './dom.js';

const MOST_TICKS = 110;
const TALL = 40;
const LOW = 14.4;

/** Of these tokens, how many the large model wrote. @param {string} newest a letter for each, `l` for the large model */
export function byLarge(newest) {
  return [...newest].filter(letter => letter === 'l').length;
}

function ticks(newest) {
  const width = 100 / MOST_TICKS;
  const from = MOST_TICKS - newest.length;
  return [...newest].map((letter, i) =>
    svg('rect', {
      class: letter,
      x: `${((from + i) * width).toFixed(2)}%`,
      y: letter === 'l' ? 0 : TALL - LOW,
      width: `${(width * 0.72).toFixed(2)}%`,
      height: letter === 'l' ? TALL : LOW,
    }),
  );
}

/** Draws them anew where they have changed, behind the base line with which the page came. */
export function showNewest(tape, pair, newest) {
  if (tape.dataset.newest === newest) return;
  tape.dataset.newest = newest;
  const label = `Writers of the last ${newest.length} tokens of ${pair}: ${byLarge(newest)} by the large model`;
  tape.setAttribute('aria-label', newest === '' ? 'Nothing written yet' : label);
  tape.replaceChildren(tape.firstElementChild, ...ticks(newest));
}
