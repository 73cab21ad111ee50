// The tiles of the overview: a figure, what it is about, and its course over the last minutes.

import { element, part } from './dom.js';
import { count, duration, percent, rate } from './format.js';
import { courses, fullest, shares, slowestFirst, spark, speeds } from './overview-figures.js';
import { measured } from './throughput-text.js';

const MOST_NAMED = 2;

function show(name, figure, note, unit) {
  const tile = part(`tile="${name}"`);
  part('figure', tile).textContent = figure ?? '–';
  const units = part('unit', tile);
  units.hidden = figure === null;
  if (unit !== undefined) units.textContent = unit;
  part('note', tile).replaceChildren(...note);
}

/** @param {Record<string, string>} roles of the models */
export function fillMoment(now, found, roles) {
  const written = speeds(found, roles);
  const writer = role => element('span', `writer ${role}`, rate(written[role]));
  show('written', written && rate(written.all), written ? [writer('small'), writer('large')] : []);
  const waiting = now.unplaced === 0 ? 'none waits for a place' : `${count(now.unplaced)} waiting for a place`;
  show('requests', count(now.requests - now.unplaced), [waiting]);
  const kv = fullest(now);
  show('kv', kv && (100 * kv.share).toFixed(0), kv ? [kv.id] : []);
}

/** No connection: what is not known is not shown. */
export function clearMoment() {
  for (const name of ['written', 'requests', 'kv']) show(name, null, []);
}

export function fillMinutes(shown) {
  const share = shares(shown);
  const pairs = share?.pairs ?? [];
  const named = pairs.slice(0, MOST_NAMED).map(pair => `${pair.id} ${percent(pair.share)}`);
  const more = pairs.length > MOST_NAMED ? ` and ${pairs.length - MOST_NAMED} more` : '';
  show('share', share && (100 * share.all).toFixed(1), [share ? named.join(', ') + more : 'no pair wrote']);
  const slowest = slowestFirst(shown);
  const [figure, unit] = slowest ? duration(slowest.millis).split(' ') : [null, ''];
  show('first', figure, [slowest ? `slowest: ${slowest.id}` : 'no answer began'], unit);
  const until = measured(shown);
  for (const [name, values] of Object.entries(courses(shown))) {
    const { line, area } = spark(values.slice(0, until));
    part('spark-line', part(`tile="${name}"`)).setAttribute('d', line);
    part('spark-area', part(`tile="${name}"`)).setAttribute('d', area);
  }
}
