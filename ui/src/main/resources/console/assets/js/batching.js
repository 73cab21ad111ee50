// Puts the page of batching together.

import { SettingForm } from './batching-form.js';
import { changeRows, loadRows } from './batching-tables.js';
import { count, held, known, millis, notes, rate, stepTimes } from './batching-text.js';
import { part } from './dom.js';
import { startLiveBatching } from './live.js';
import { drawRows } from './rows-histogram.js';
import { WhatIf } from './what-if.js';

const pair = document.getElementById('main').dataset.pair;
const form = new SettingForm(pair);
const whatIf = new WhatIf(pair);
let tables = '';

function put(kind, name, text) {
  part(`${kind}="${name}"`).textContent = text;
}

function showNow({ now }) {
  put('now', 'measured', known(now.measuredTokensPerSecond, rate));
  put('now', 'predicted', known(now.predictedTokensPerSecond, rate));
  put('now', 'greedy', known(now.greedyTokensPerSecond, rate));
  put('now', 'p99', known(now.p99GapMillis, millis));
  put('now', 'requests', count(now.requests));
  for (const [name, text] of Object.entries(notes(now))) put('note', name, text);
}

function showModel(model) {
  const card = part(`role="${model.role}"`);
  const set = (name, text) => (part(name, card).textContent = text);
  const steps = model.stepsByRows.reduce((sum, n) => sum + n, 0);
  set('title', model.title);
  set('why', model.why);
  set('rows-note', model.meanRows === null ? 'no step yet' : `mean ${model.meanRows.toFixed(1)}, ${count(steps)} steps since the start`);
  drawRows(part('rows', card), model.model, model.role, model.stepsByRows);
  set('rule', model.rule);
  set('held', held(model));
  set('queue', `${count(model.waiting)} waiting, ${count(model.running)} in a step`);
  set('step', stepTimes(model.stepMillis, model.stepsByRows));
  set('most', count(model.maxRows));
  set('guard', `${millis(model.guardMillis)} ms`);
}

/** Rebuilt only where they changed: a table that somebody reads or copies from stays. */
function showTables({ loads, changes }) {
  const key = JSON.stringify([loads, changes]);
  if (key === tables) return;
  tables = key;
  part('loads').hidden = loads.length === 0;
  part('load-rows').replaceChildren(...(loads.length ? loadRows(loads) : []));
  part('changes').hidden = changes.length === 0;
  part('change-rows').replaceChildren(...changeRows(changes));
}

function showGap() {
  for (const figure of document.querySelectorAll('[data-now]')) figure.textContent = '–';
}

function show(pairs) {
  const batching = pairs?.find(entry => entry.pair === pair);
  if (!batching) {
    showGap();
    return;
  }
  part('unmeasured').hidden = batching.measured;
  showNow(batching);
  batching.models.forEach(showModel);
  form.take(batching);
  whatIf.take(batching);
  showTables(batching);
}

const choice = part('pair-choice');
part('pair-go').hidden = true;
choice.addEventListener('change', () => choice.form.requestSubmit());
startLiveBatching(show);
