// The form of a policy: options of the chosen algorithm, their effect before saving, and saving as a new version.

import { clearRefusals, send, showRefusal } from './admin.js';
import { part } from './dom.js';
import { expectation, sourceOf } from './expectation.js';
import { count, nats, percent, plain, rate } from './format.js';
import { optionsOf, showNeeds, valueOf } from './option-fields.js';
import { Outcome } from './outcome.js';
import { thresholdFor } from './policy-share.js';
import { Recording } from './recording.js';
import { forecastShare, REQUESTS, SpeedForecast } from './speed-forecast.js';

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

const speeds =
  page.example &&
  new SpeedForecast(page.example, told => {
    const [now, next] = told.map(speed => (speed === null ? 'not known' : rate(speed)));
    part('speed').hidden = part('speed-source').hidden = told.every(speed => speed === null);
    part('speed-now').textContent = now;
    part('speed-draft').textContent = next;
    part('speed-source').textContent = `Tokens/s: forecast for ${REQUESTS} requests at once, from measured step times.`;
  });

function showEffect() {
  const policies = [saved, draft()];
  const [now, next] = policies.map(policy => policy && expectation(policy, known));
  if (speeds) speeds.ask(policies.map((policy, i) => forecastShare(policy, [now, next][i]?.largeShare ?? null, known.vocabulary)));
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

/** The threshold for a share by counts of entropies; null where these do not tell it. */
function counted(share) {
  const plainly = algorithm() === 'uncertainty' && (options().metric ?? 'entropy') === 'entropy' && !options().normalised;
  const threshold = points.length > 0 && plainly ? thresholdFor(points, share) : null;
  return threshold === null ? null : { threshold, text: `From the ${count(known.seen.positions)} positions that were seen last.` };
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
  outcome.show();
}

form.addEventListener('input', event => {
  if (event.target.matches('[data-slider]')) {
    const control = part('control', event.target.closest('[data-field]'));
    control.value = fromSlider(Number(event.target.value), Number(control.max));
  }
  changed();
});
form.addEventListener('reset', () => setTimeout(changed));

const outcome = new Outcome(
  () => ({ ...draft(), threshold: shownOptions()?.dataset.threshold }),
  counted,
  pair => recording?.has(pair) ?? false,
  threshold => {
    const row = thresholdRow();
    if (!row) return;
    part('control', row).value = threshold;
    changed();
  },
);
const record = document.querySelector('[data-recording]');
const recording = record && new Recording(record, () => outcome.show());

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
