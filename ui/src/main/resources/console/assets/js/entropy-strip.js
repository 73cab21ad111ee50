// Entropy under the answer: one stem a token on a logarithmic scale, the large model's tall ones with a dot.
// A token without an entropy has no stem.

import { svg } from './dom.js';

const HEIGHT = 96;
const FLOOR = HEIGHT - 16;
const LOWEST = 5e-5;
/** While tokens arrive the strip is at least this many wide, so that stems do not rush to the left. */
const LEAST_WIDTH = 60;

function scaleUpTo(highest) {
  const low = Math.log10(LOWEST);
  const high = Math.log10(Math.max(3.2, highest * 1.15));
  return value => 4 + (HEIGHT - 20) * (1 - (Math.log10(Math.max(value, LOWEST)) - low) / (high - low));
}

function entropiesOf(run) {
  return run.pieces.flatMap(piece =>
    piece.entries.map(entry => ({ value: entry.entropy ?? null, large: entry.writer != null && entry.writer === run.target.large })),
  );
}

function stem(x, y, large) {
  const line = svg('line', { class: large ? 'stem-l' : 'stem-s', x1: x, x2: x, y1: FLOOR, y2: y });
  return large ? [line, svg('circle', { class: 'dot-l', cx: x, cy: y, r: 3 })] : [line];
}

function rules(y) {
  return [0.001, 0.01, 0.1, 1].map(value => svg('line', { class: 'rule', x1: 0, x2: '100%', y1: y(value), y2: y(value) }));
}

function mark(y, threshold) {
  const label = svg('text', { class: 'strong', x: 0, y: y(threshold) - 4 });
  label.textContent = `${Number(threshold.toPrecision(3))} nats`;
  return [svg('line', { class: 'mark', x1: 0, x2: '100%', y1: y(threshold), y2: y(threshold) }), label];
}

function axis() {
  const first = svg('text', { x: 0, y: HEIGHT - 2 });
  first.textContent = 'first token';
  const last = svg('text', { x: '100%', y: HEIGHT - 2, 'text-anchor': 'end' });
  last.textContent = 'last';
  return [first, last];
}

function description(all, threshold) {
  const large = all.filter(token => token.large).length;
  const limit = threshold == null ? '' : `; the threshold is ${Number(threshold.toPrecision(3))} nats`;
  return `Entropy at each of ${all.length} tokens on a logarithmic scale; ${large} of them written by the large model${limit}`;
}

/** Draws the strip of `run` into the element `plot`. */
export function drawStrip(plot, run) {
  const all = entropiesOf(run);
  const width = run.running ? Math.max(LEAST_WIDTH, all.length) : all.length;
  const known = all.filter(token => token.value !== null);
  const y = scaleUpTo(known.reduce((most, token) => Math.max(most, token.value), 0));
  const stems = all.flatMap(({ value, large }, i) => (value === null ? [] : stem(`${((i + 0.5) * 100) / width}%`, y(value), large)));
  plot.classList.toggle('dense', all.length > 200);
  plot.setAttribute('aria-label', description(all, run.threshold));
  plot.replaceChildren(...rules(y), ...stems, ...(run.threshold == null ? [] : mark(y, run.threshold)), ...axis());
}
