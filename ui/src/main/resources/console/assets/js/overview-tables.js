// Tables and tapes of the overview that move each second. What is not known is a dash.

import { part } from './dom.js';
import { count, duration, percent, rate } from './format.js';
import { byLarge, showNewest } from './newest-tape.js';

function text(cell, value, show) {
  cell.textContent = value === null || value === undefined ? '–' : show(value);
}

const byModel = (now, id) => now?.models.find(model => model.model === id);

function fillShare(cell, share) {
  const drawing = cell.querySelector('svg');
  drawing.toggleAttribute('hidden', share === null);
  cell.querySelector('.sub').textContent = share === null ? 'nothing written' : `${percent(share)} large`;
  if (share === null) return;
  const large = drawing.querySelector('.l');
  large.setAttribute('x', `${100 - 100 * share}%`);
  large.setAttribute('width', `${100 * share}%`);
  drawing.setAttribute('aria-label', `large model ${percent(share)}`);
}

function fillMeter(meter, role, model) {
  const share = model?.totalBlocks ? model.usedBlocks / model.totalBlocks : null;
  meter.querySelector('.fg').setAttribute('width', `${100 * (share ?? 0)}%`);
  text(meter.querySelector('.num'), share, value => `${(100 * value).toFixed(0)}\u00a0%`);
  meter.querySelector('svg').setAttribute('aria-label', `KV cache of the ${role} model${share === null ? '' : ` ${(100 * share).toFixed(0)} %`}`);
}

/** @param {object | null} now null where nothing is known; @param {{ pairs: { id: string, share: number }[] } | null | undefined} shares */
export function fillPairs(now, found, shares) {
  for (const row of document.querySelectorAll('[data-pair]')) {
    const { pair: id, small, large } = row.dataset;
    const pair = now?.pairs.find(one => one.pair === id);
    const speed = found.pairs[id];
    text(part('rate="small"', row), speed?.small, rate);
    text(part('rate="large"', row), speed?.large, rate);
    text(part('running', row), pair?.running, count);
    text(part('waiting', row), pair?.waiting, count);
    fillMeter(part('kv="small"', row), 'small', byModel(now, small));
    fillMeter(part('kv="large"', row), 'large', byModel(now, large));
    if (shares !== undefined) fillShare(part('share', row), shares?.pairs.find(one => one.id === id)?.share ?? null);
  }
}

const wait = (model, waiting) => (waiting === 0 ? 'none' : duration(model));

export function fillPlaces(now, found) {
  for (const row of document.querySelectorAll('[data-place]')) {
    const model = byModel(now, row.dataset.place);
    text(part('in-step', row), model?.inStep, count);
    text(part('waiting', row), model?.waiting, count);
    text(part('oldest', row), model?.oldestWaitMillis ?? (model ? 0 : null), millis => wait(millis, model.waiting));
    const step = found.models[row.dataset.place];
    text(part('step', row), step && (step.stepMillis ?? 0), millis => (step.stepMillis === null ? 'none' : duration(millis)));
  }
  const unplaced = document.querySelector('[data-unplaced]');
  if (!unplaced) return;
  text(part('waiting', unplaced), now?.unplaced, count);
  text(part('oldest', unplaced), now ? (now.oldestUnplacedMillis ?? 0) : null, millis => wait(millis, now.unplaced));
}

/** Who wrote the newest tokens of each pair that serves. A pair that wrote nothing since the last moment is told to be idle. */
export function fillTapes(now, found) {
  for (const box of document.querySelectorAll('[data-writing]')) {
    const pair = now?.pairs.find(one => one.pair === box.dataset.writing);
    if (!pair) continue;
    const speed = found.pairs[pair.pair];
    const isIdle = speed !== undefined && speed.small + speed.large === 0;
    box.classList.toggle('idle', isIdle);
    const said = pair.newest === '' ? 'nothing written yet' : `${byLarge(pair.newest)} of ${pair.newest.length} large`;
    part('writing-share', box).textContent = isIdle && pair.newest !== '' ? `idle, last ${said}` : said;
    showNewest(part('writing-tape', box), pair.pair, pair.newest);
  }
}
