// The form of a policy: options of the chosen algorithm, their effect before saving, and saving as a new version.

import { clearRefusals, send, showRefusal } from './admin.js';
import { part } from './dom.js';
import { expectation, sourceOf } from './expectation.js';
import { nats, percent, plain } from './format.js';
import { optionsOf, showNeeds, valueOf } from './option-fields.js';
import { thresholdFor } from './policy-share.js';

const page = document.getElementById('main').dataset;
const form = part('policy-form');
const LEAST = 1e-4;
let points = [];
const known = {
  seen: null,
  quality: page.quality ? JSON.parse(page.quality) : null,
  vocabulary: Number(page.vocabulary ?? 0),
};
let saved = null;

function algorithm() {
  return form.querySelector('[data-algorithm]:checked')?.value;
}

function shownOptions() {
  return [...form.querySelectorAll('[data-options]')].find(one => one.dataset.options === algorithm());
}

/** Every option of the chosen algorithm; an empty field is left out, so it has its default. */
const options = () => (shownOptions() ? optionsOf(shownOptions()) : {});
const draft = () => ({ algorithm: algorithm(), options: options() });

// the slider goes in equal steps of the logarithm, the way entropies spread
const toSlider = (value, max) => (value <= LEAST ? 0 : (1000 * Math.log(value / LEAST)) / Math.log(max / LEAST));
const fromSlider = (position, max) => (position <= 0 ? 0 : Number((LEAST * (max / LEAST) ** (position / 1000)).toPrecision(3)));

function showSlider(row) {
  const slider = row.querySelector('[data-slider]');
  if (!slider) return;
  const control = part('control', row);
  const value = Number.isNaN(control.valueAsNumber) ? 0 : control.valueAsNumber;
  slider.value = toSlider(value, Number(control.max));
  slider.setAttribute('aria-valuetext', nats(value));
}

function showChanged(row) {
  const value = valueOf(row);
  const was = row.dataset.initial;
  const changed = plain(value) !== was;
  row.classList.toggle('is-changed', changed);
  part('was-text', row).textContent = changed ? `Was ${was === 'undefined' ? 'left out' : was}. ` : '';
}

function showAlgorithm() {
  for (const card of form.querySelectorAll('[data-options]')) card.hidden = card.dataset.options !== algorithm();
}

function text(share) {
  return share === null || share === undefined ? 'not known' : percent(share);
}

function showEffect() {
  const [now, next] = [saved, draft()].map(policy => policy && expectation(policy, known));
  const isTold = [now, next].some(one => one && (one.largeShare !== null || one.accuracy !== null));
  const isKnown = known.seen !== null || known.quality !== null;
  part('effect-none').hidden = isKnown;
  part('effect').hidden = !isKnown;
  part('effect-source').hidden = !isTold;
  if (!isKnown) return;
  part('share-now').textContent = text(now?.largeShare);
  part('share-draft').textContent = text(next.largeShare);
  part('accuracy').hidden = [now, next].every(one => (one?.accuracy ?? null) === null);
  part('accuracy-now').textContent = text(now?.accuracy);
  part('accuracy-draft').textContent = text(next.accuracy);
  part('effect-source').textContent = sourceOf(next.from ? next : (now ?? next), known);
}

function thresholdRow() {
  const card = shownOptions();
  return card && [...card.querySelectorAll('[data-field]')].find(row => row.dataset.field === card.dataset.threshold);
}

function showTarget() {
  const box = document.querySelector('[data-calibrate]');
  const usable = points.length > 0 && algorithm() === 'uncertainty' && (options().metric ?? 'entropy') === 'entropy' && !options().normalised;
  box.hidden = !usable;
  if (!usable) return;
  const share = Number(part('share', box).value) / 1000;
  const threshold = thresholdFor(points, share);
  part('target', box).textContent = percent(share);
  const use = box.querySelector('[data-use-share]');
  if (!use) return;
  use.disabled = threshold === null;
  part('use-text', use).textContent = threshold === null ? 'nothing' : `${nats(threshold)} nats`;
}

function changed() {
  clearRefusals();
  showAlgorithm();
  for (const card of form.querySelectorAll('[data-options]')) showNeeds(card);
  for (const row of form.querySelectorAll('[data-field]')) {
    showChanged(row);
    showSlider(row);
  }
  showEffect();
  showTarget();
}

form.addEventListener('input', event => {
  if (event.target.matches('[data-slider]')) {
    const control = part('control', event.target.closest('[data-field]'));
    control.value = fromSlider(Number(event.target.value), Number(control.max));
  }
  changed();
});
form.addEventListener('reset', () => setTimeout(changed));

document.querySelector('[data-share]')?.addEventListener('input', showTarget);
document.querySelector('[data-use-share]')?.addEventListener('click', () => {
  const share = Number(part('share', part('calibrate')).value) / 1000;
  const threshold = thresholdFor(points, share);
  const row = thresholdRow();
  if (threshold === null || !row) return;
  part('control', row).value = Number(threshold.toPrecision(3));
  changed();
});

form.addEventListener('submit', async event => {
  event.preventDefault();
  clearRefusals();
  const name = page.policy ?? part('name', form).value.trim();
  const condition = page.policy ? { 'If-Match': `"${page.version}"` } : { 'If-None-Match': '*' };
  const reason = part('reason').value.trim();
  if (name === '') {
    showRefusal({ status: 400, answer: { field: 'name', title: 'Not valid', detail: 'A policy needs a name.' } }, form);
    return;
  }
  const result = await send('PUT', `/api/admin/policies/${encodeURIComponent(name)}`, { ...draft(), ...(reason ? { reason } : {}) }, condition);
  if (result.ok) location.assign(`/policies?name=${encodeURIComponent(name)}`);
  else {
    showRefusal(result, form);
    const theirs = document.querySelector('[data-take-theirs]');
    if (theirs) theirs.hidden = result.status !== 412;
  }
});

for (const row of form.querySelectorAll('[data-field]')) row.dataset.initial = String(valueOf(row));
if (page.policy) saved = draft();
changed();

if (page.example) {
  const result = await send('GET', `/api/admin/policies/signals?pair=${encodeURIComponent(page.example)}`);
  points = result.ok ? result.answer.points : [];
  if (points.length > 0) known.seen = result.answer;
  changed();
}
