// Figures of batching as people read them. Pure.

import { count, duration, percent, rate } from './format.js';

/** A signed change in percent; nothing that rounds to zero gets a sign. */
export function change(fraction) {
  const value = fraction * 100;
  const digits = Math.abs(value).toFixed(1);
  if (digits === '0.0') return '0.0 %';
  return `${value < 0 ? '−' : '+'}${digits} %`;
}

/** @param {number | null | undefined} value shown by `text`; a gap is never a figure */
export function known(value, text) {
  return value === null || value === undefined ? '–' : text(value);
}

/** What stands under each figure of the load; a note is left out where its figures are not known. */
export function notes(now) {
  const { measuredTokensPerSecond: measured, predictedTokensPerSecond: predicted, greedyTokensPerSecond: greedy } = now;
  const both = (a, b) => a !== null && b !== null && b > 0;
  return {
    measured: 'mean of the last 10 s',
    predicted: both(measured, predicted) && measured > 0 ? `${percent(Math.abs(measured / predicted - 1))} off` : 'for this load',
    greedy: both(predicted, greedy) ? `so waiting gains ${percent(Math.max(0, predicted / greedy - 1))}` : 'predicted',
    p99: now.greedyP99GapMillis === null ? 'predicted, of one request' : `${millis(now.greedyP99GapMillis)} ms without waiting`,
    requests: now.largeShare === null ? 'no tokens yet' : `${percent(now.largeShare)} by the large model`,
  };
}

/** Three digits at most, a decimal below a hundred. */
export function millis(value) {
  if (value >= 100) return count(Math.round(value));
  return value >= 10 ? value.toFixed(1) : value.toFixed(2);
}

/**
 * `6.30 ms for 1, 6.81 ms for 128`; more rows than any step had are said to be expected.
 *
 * @param {number[]} stepsByRows steps that ran, in the bins of `bins`
 */
export function stepTimes(times, stepsByRows) {
  const name = ({ rows, millis: t }) => `${millis(t)} ms for ${rows}`;
  if (times.length === 0) return 'not measured yet';
  if (times.length === 1) return name(times[0]);
  const last = times[times.length - 1];
  const most = 2 ** Math.max(0, stepsByRows.findLastIndex(steps => steps > 0));
  return `${name(times[0])}, ${name(last)}${last.rows > most ? ' expected' : ''}`;
}

/** How long rows were kept waiting for others though a step could have begun. */
export function held(model) {
  if (model.meanHeldMillis === null) return 'no step yet';
  if (model.meanHeldMillis === 0) return 'never while its device was free';
  return `${duration(model.meanHeldMillis)} a step on average`;
}

/** Bars of a histogram whose bins are 1, 2, 3 to 4, 5 to 8, and so on. */
export function bins(stepsByRows) {
  const total = stepsByRows.reduce((sum, n) => sum + n, 0);
  return stepsByRows.map((steps, i) => ({
    label: i < 2 ? String(i + 1) : `${2 ** (i - 1) + 1}–${2 ** i}`,
    steps,
    share: total === 0 ? 0 : steps / total,
  }));
}

export { count, percent, rate };
