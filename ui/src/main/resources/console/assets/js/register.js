// Puts a pair together: a file becomes a model, two models that fit become a pair.

import { clearRefusals, send, showRefusal } from './admin.js';
import { element, part } from './dom.js';
import { bytes, count } from './format.js';
import { checkRow, facts, memoryBar, misfitRow, roleRow, sizeOf, smallOption, verdictOf } from './register-view.js';

const fileForm = part('file-form');
const pairForm = part('pair-form');
const registerModel = part('register-model');
const registerPair = part('register-pair');
const models = new Map();
let readFile = null;
const MOST_ROLES = 4;
let candidates = [];

function fileBody() {
  const name = document.getElementById('file').value.trim();
  const kv = document.getElementById('kv').valueAsNumber;
  return {
    ...(name.startsWith('hub:') ? { hub_id: name.slice(4) } : { path: name }),
    ...(Number.isNaN(kv) ? {} : { kv_mib: kv }),
  };
}

function suggestedName(file) {
  return file.replace(/^.*\//, '').replace(/\.gguf$/i, '').replace(/[^A-Za-z0-9._-]+/g, '-').slice(0, 64);
}

async function inspect() {
  clearRefusals();
  readFile = null;
  registerModel.disabled = true;
  part('file-report').hidden = true;
  const body = fileBody();
  const result = await send('POST', '/api/admin/models/inspect', body);
  if (!result.ok) {
    if (result.answer.field === 'hub_id') result.answer.field = 'path';
    showRefusal(result, fileForm);
    return;
  }
  readFile = body;
  const { file, facts: read, memory } = result.answer;
  const name = document.getElementById('mid');
  if (name.value === '') name.value = suggestedName(body.hub_id ?? file);
  part('file-facts').replaceChildren(...facts([
    ['File', file],
    ['Architecture', `${read.architecture}${read.name ? `, ${read.name}` : ''}`],
    ['Weights', `${count(read.parameters)}, ${read.weight_format}, ${bytes(read.bytes)}`],
    ['Layers, hidden', `${read.layers}, ${count(read.hidden_size)}`],
    ['Context', count(read.context_length)],
    ['Vocabulary', count(read.vocabulary)],
    ['Chat template', read.has_chat_template ? 'yes' : 'none: only plain prompts can be sent'],
    ['Embeddings tied', read.tied_embeddings ? 'yes' : 'no'],
    ['End of text', read.end_tokens.join(' ')],
  ]));
  part('file-memory').textContent = memory.refusal
    ? `It cannot be loaded now: ${memory.refusal}.`
    : `Needs ${bytes(memory.weights)} for the mapped file and ${bytes(memory.heap)} of heap, ${bytes(memory.keys_and_values)} of them for the KV cache; ${bytes(memory.free_heap)} of heap are free.`;
  part('file-report').hidden = false;
  registerModel.disabled = false;
}

fileForm.addEventListener('submit', event => {
  event.preventDefault();
  inspect();
});

fileForm.addEventListener('input', event => {
  if (event.target.id !== 'mid') registerModel.disabled = true;
});

registerModel.addEventListener('click', async () => {
  clearRefusals();
  const id = document.getElementById('mid').value.trim();
  const result = await send('POST', '/api/admin/models', { id, ...readFile, load: false });
  if (result.ok) location.assign('/register');
  else showRefusal(result, fileForm);
});

function chosen(name) {
  return pairForm.querySelector(`input[name="${name}"]:checked`)?.value ?? null;
}

async function chooseLarge() {
  const large = chosen('large');
  part('small').replaceChildren();
  part('roles').replaceChildren();
  part('misfits').hidden = true;
  showFit();
  if (!large) return;
  part('fit-count').textContent = 'Reading the files…';
  const result = await send('GET', `/api/admin/pairs/candidates?large=${encodeURIComponent(large)}`);
  if (chosen('large') !== large) return;
  if (!result.ok) {
    part('fit-count').textContent = result.answer.detail ?? 'Not read.';
    return;
  }
  candidates = result.answer.candidates;
  const fitting = candidates.filter(one => one.fits);
  part('fit-count').textContent = `${fitting.length} of ${candidates.length} fit ${large}.`;
  part('small').replaceChildren(...fitting.map(one => smallOption(one, models.get(one.id), models.get(large))));
  const misfits = candidates.filter(one => !one.fits);
  part('misfits').hidden = misfits.length === 0;
  part('misfits').open = fitting.length === 0;
  part('misfits-count').textContent = `${misfits.length} ${misfits.length === 1 ? 'does' : 'do'} not fit, with the reason`;
  part('misfit-rows').replaceChildren(...misfits.map(one => misfitRow(one)));
}

/** Models that share the large one's ids, whatever their size. */
function sharing() {
  return candidates.filter(one => one.fit?.fits && one.id !== chosen('small')).map(one => one.id);
}

function showRoles() {
  const rows = part('roles').children.length;
  part('add-role').disabled = !chosen('small') || rows >= MOST_ROLES || sharing().length === 0;
}

function chosenRoles() {
  return Object.fromEntries([...part('roles').children].map(row => [
    row.querySelector('input').value.trim(),
    row.querySelector('select').value,
  ]));
}

part('add-role').addEventListener('click', () => {
  const row = roleRow(sharing());
  part('roles').append(row);
  row.querySelector('input').focus();
  showRoles();
});

part('roles').addEventListener('click', event => {
  if (!event.target.closest('[data-remove-role]')) return;
  event.target.closest('.actions').remove();
  showRoles();
  part('add-role').focus();
});

function showFit() {
  const [large, small] = [chosen('large'), chosen('small')];
  const fit = small && candidates.find(one => one.id === small)?.fit;
  registerPair.disabled = !fit;
  showRoles();
  const verdict = part('verdict');
  verdict.className = `push verdict ${fit ? (fit.fits ? 'yes' : 'no') : ''}`;
  verdict.replaceChildren(...(fit ? verdictOf(fit) : []));
  part('checks').replaceChildren(...(fit ? fit.checks.map(checkRow) : []));
  const [s, l] = [models.get(small), models.get(large)];
  for (const none of ['fit-none', 'memory-none', 'read-none']) part(none).hidden = Boolean(fit);
  part('memory').replaceChildren();
  part('memory-key').hidden = true;
  part('read').replaceChildren();
  if (!fit || !s?.facts || !l?.facts) return;
  part('memory-key').hidden = false;
  const larger = Math.max(sizeOf(s), sizeOf(l));
  part('memory').replaceChildren(memoryBar(l, larger), memoryBar(s, larger));
  part('read').replaceChildren(...facts([
    ['Architecture', `${s.facts.architecture}, ${l.facts.architecture}`],
    ['Layers', `${s.facts.layers}, ${l.facts.layers}`],
    ['Hidden', `${count(s.facts.hidden_size)}, ${count(l.facts.hidden_size)}`],
    ['KV heads', `${s.facts.kv_heads}, ${l.facts.kv_heads}`],
    ['Embeddings tied', `${s.facts.tied_embeddings ? 'yes' : 'no'}, ${l.facts.tied_embeddings ? 'yes' : 'no'}`],
    ['End of text', s.facts.end_tokens.join(' ')],
  ]));
}

pairForm.addEventListener('change', event => {
  if (event.target.name === 'large') chooseLarge();
  if (event.target.name === 'small') {
    part('roles').replaceChildren();
    showFit();
  }
});

pairForm.addEventListener('submit', async event => {
  event.preventDefault();
  clearRefusals();
  registerPair.disabled = true;
  const id = document.getElementById('name').value.trim();
  const policy = document.getElementById('pol').value;
  const result = await send('POST', '/api/admin/pairs', { id, small: chosen('small'), large: chosen('large'), roles: chosenRoles(), policy });
  if (result.ok) location.assign(`/pairs/${encodeURIComponent(id)}`);
  else {
    registerPair.disabled = false;
    showRefusal(result, pairForm);
  }
});

async function start() {
  const [known, files] = await Promise.all([send('GET', '/api/admin/models'), send('GET', '/api/admin/models/files')]);
  for (const model of known.answer.models ?? []) models.set(model.id, model);
  part('files').replaceChildren(...(files.answer.files ?? []).map(file => {
    const option = element('option', '');
    option.value = file.path;
    return option;
  }));
  if (files.answer.folders) part('folders').textContent = files.answer.folders.join(', ');
  const wanted = pairForm.dataset.large;
  const radio = [...pairForm.querySelectorAll('input[name="large"]')].find(one => one.value === wanted);
  if (radio) radio.checked = true;
  chooseLarge();
}

start();
