// Who wrote each token of a run: a low tick for the small model, a tall tick for the large one.

import { svg } from './dom.js';

const HEIGHT = 16;
const LOW = 5.8;
/** More ticks than this cannot be told apart; neighbours then share one, large if any of them is. */
const MOST_TICKS = 240;

function writersOf(run) {
  return run.pieces.flatMap(piece => piece.entries.map(entry => entry.writer != null && entry.writer === run.target.large));
}

function grouped(writers, groups) {
  if (writers.length <= groups) return writers;
  return Array.from({ length: groups }, (_, i) => {
    const from = Math.floor((i * writers.length) / groups);
    const to = Math.floor(((i + 1) * writers.length) / groups);
    return writers.slice(from, to).includes(true);
  });
}

/** @param {number} longest tokens of the longest run beside it, which fills the width */
export function tape(run, longest) {
  const writers = writersOf(run);
  const share = Math.min(1, writers.length / Math.max(1, longest));
  const ticks = grouped(writers, Math.max(1, Math.round(MOST_TICKS * share)));
  const step = (share * 100) / Math.max(1, ticks.length);
  const label = `${run.title}: ${run.largeTokens} of ${run.tokens} tokens by the large model`;
  const drawing = svg('svg', { class: 'tape', role: 'img', 'aria-label': label });
  drawing.append(
    svg('rect', { class: 'base', x: 0, y: HEIGHT - 1, width: '100%', height: 1 }),
    svg('rect', { class: 'base-s', x: 0, y: HEIGHT - 1, width: `${share * 100}%`, height: 1 }),
    ...ticks.map((large, i) =>
      svg('rect', {
        class: large ? 'l' : 's',
        x: `${i * step}%`,
        y: large ? 0 : HEIGHT - LOW,
        width: `${step * 0.72}%`,
        height: large ? HEIGHT : LOW,
      }),
    ),
  );
  return drawing;
}
