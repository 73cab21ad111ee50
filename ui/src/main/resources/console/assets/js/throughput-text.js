// Figures of throughput as people read them, and what is made of the server's answer. Pure.

import { count, duration, percent, rate } from './format.js';

const OCTAVES = 12;

export const known = (value, show) => (value === null || value === undefined ? '–' : show(value));

/** A time of day, with the date where the span is longer than a day. */
export function time(seconds, span) {
  const at = new Date(seconds * 1000);
  const clock = { hour: '2-digit', minute: '2-digit', hour12: false, ...(span <= 7200 ? { second: '2-digit' } : {}) };
  return span <= 86_400 ? at.toLocaleTimeString('en-GB', clock) : at.toLocaleString('en-GB', { day: 'numeric', month: 'short', ...clock });
}

/** A length of time in words: `10 s`, `5 min`, `2 h`. */
export function step(seconds) {
  if (seconds % 3600 === 0) return `${seconds / 3600} h`;
  return seconds % 60 === 0 ? `${seconds / 60} min` : `${seconds} s`;
}

/** Bars of the times that steps were held, by octaves from 0.1 ms on; the last has all that is longer. */
export function heldBars(byOctave) {
  const all = byOctave.reduce((sum, n) => sum + n, 0);
  const bars = [];
  for (let i = 0; i < OCTAVES; i++) {
    const steps = i < OCTAVES - 1 ? (byOctave[i] ?? 0) : byOctave.slice(i).reduce((sum, n) => sum + n, 0);
    const end = 0.1 * 2 ** i;
    const shown = String(+end.toPrecision(2));
    bars.push({
      label: i % 3 === 0 ? (i === 0 ? '0' : shown) : '',
      title: i < OCTAVES - 1 ? `below ${shown} ms` : 'longer',
      share: all === 0 ? 0 : steps / all,
    });
  }
  return bars;
}

/** One line about steps that were held. */
export function heldText({ heldMillis, heldByOctave }) {
  if (heldMillis === null) return 'No step in this time';
  const all = heldByOctave.reduce((sum, n) => sum + n, 0);
  return `Held: ${duration(heldMillis)} mean, ${Math.round((100 * (heldByOctave[0] ?? 0)) / all)} of 100 steps none`;
}

/** Cells of a model's line in the table of figures. */
export function figures(model, tokens, all, seconds) {
  const t = model.totals;
  return [
    count(tokens),
    seconds === 0 ? '–' : rate(tokens / seconds),
    all === 0 ? '–' : percent(tokens / all),
    count(t.steps),
    known(t.rowsPerStep, value => value.toFixed(1)),
    known(t.stepMillisP50, duration),
    known(t.heldMillis, duration),
    known(t.busy, percent),
    count(t.catchUpTokens),
    t.discardedTokens === 0 ? 'none' : count(t.discardedTokens),
  ];
}

/** Spans without a value between two with one, as `[from, to)` in seconds. */
export function gaps(at, values, stepSeconds) {
  const found = [];
  let last = -1;
  values.forEach((value, i) => {
    if (value === null) return;
    if (last >= 0 && i - last > 1) found.push([at[last] + stepSeconds, at[i]]);
    last = i;
  });
  return found;
}

/** What a series says to those who do not see it: newest, lowest and highest. */
export function summary(label, values, show) {
  const there = values.filter(value => value !== null && value !== undefined);
  if (there.length === 0) return `${label}: nothing measured`;
  return `${label}: ${show(there[there.length - 1])} at last, ${show(Math.min(...there))} to ${show(Math.max(...there))}`;
}

/** Snake case of the API to the camel case of scripts, all the way down; ids of models stay as they are. */
export function camel(value, isMap = false) {
  if (Array.isArray(value)) return typeof value[0] === 'object' && value[0] !== null ? value.map(v => camel(v)) : value;
  if (value === null || typeof value !== 'object') return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, v]) => {
      const to = isMap ? name : name.replace(/_(\w)/g, (_, letter) => letter.toUpperCase());
      return [to, camel(v, (to === 'tokensPerSecond' || to === 'tokens') && !Array.isArray(v))];
    }),
  );
}

/** How many points there are up to the newest that was measured; the one that is being measured now comes later. */
export function measured({ at, models, targets }) {
  const lines = [...models.map(({ series }) => series.tokensPerSecond), ...targets.map(({ series }) => series.running)];
  let count = at.length;
  while (count > 0 && lines.every(values => (values[count - 1] ?? null) === null)) count--;
  return count;
}

/** Appends what a newer answer has measured since the newest that is shown, and drops what is older than the span. */
export function append(shown, newer, spanSeconds) {
  const end = measured(shown);
  const last = shown.at[end - 1] ?? -Infinity;
  const from = newer.at.findIndex(time => time > last);
  const until = measured(newer);
  if (from < 0 || from >= until) return shown;
  const at = [...shown.at.slice(0, end), ...newer.at.slice(from, until)];
  const first = at.findIndex(time => time > at[at.length - 1] - spanSeconds);
  const join = (old, more) =>
    [...(old ?? shown.at.map(() => null)).slice(0, end), ...(more ?? newer.at.map(() => null)).slice(from, until)].slice(first);
  const series = (old, more) => {
    if (Array.isArray(old) || Array.isArray(more)) return join(old, more);
    const names = new Set([...Object.keys(old ?? {}), ...Object.keys(more ?? {})]);
    return Object.fromEntries([...names].map(name => [name, series(old?.[name], more?.[name])]));
  };
  const merged = (key, id) => {
    const ids = new Set([...shown[key], ...newer[key]].map(entry => entry[id]));
    return [...ids].map(name => {
      const old = shown[key].find(entry => entry[id] === name);
      const more = newer[key].find(entry => entry[id] === name);
      return { ...(old ?? more), series: series(old?.series, more?.series) };
    });
  };
  return { ...shown, stored: newer.stored, at: at.slice(first), models: merged('models', 'model'), targets: merged('targets', 'target') };
}
