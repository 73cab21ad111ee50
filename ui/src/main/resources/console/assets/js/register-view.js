// Rows of the page that puts a pair together. What files say is set as text.

import { element, svg } from './dom.js';
import { bytes, count } from './format.js';

const MARKS = {
  passed: ['check', 'ok', 'passed'],
  note: ['warn', 'warn', 'note'],
  failed: ['x', 'bad', 'failed'],
};

function mark(verdict) {
  const [icon, tone, label] = MARKS[verdict];
  const image = svg('svg', { class: `i ${tone}`, viewBox: '0 0 16 16', role: 'img', 'aria-label': label });
  image.append(svg('use', { href: `#i-${icon}` }));
  return image;
}

/** Names and values of one thing. */
export function facts(pairs) {
  return pairs.flatMap(([name, value]) => [element('dt', '', name), element('dd', '', value)]);
}

/** One check of the fit. */
export function checkRow({ name, verdict, figure, detail }) {
  const row = element('li', '', mark(verdict), element('b', '', name), element('span', 'end', figure));
  if (detail) row.append(element('span', 'detail', detail));
  return row;
}

/** Whether two models fit, with its mark. */
export function verdictOf({ fits }) {
  const image = svg('svg', { class: 'i', viewBox: '0 0 16 16', 'aria-hidden': 'true' });
  image.append(svg('use', { href: fits ? '#i-check' : '#i-x' }));
  return [image, fits ? 'fits' : 'does not fit'];
}

const PARTS = [
  ['w', 'weights', 'weights'],
  ['k', 'keys_and_values', 'KV cache'],
  ['o', 'workspace', 'work space'],
];

/** Bytes that a model takes in all. */
export function sizeOf({ memory }) {
  return PARTS.reduce((sum, [, name]) => sum + memory[name], 0);
}

/** What a model takes, as a bar beside that of the larger one. @param {number} larger its bytes */
export function memoryBar(model, larger) {
  const told = PARTS.map(([, name, words]) => `${words} ${bytes(model.memory[name])}`).join(', ');
  const bar = svg('svg', { class: 'stackbar', role: 'img', 'aria-label': `${model.id}: ${told}` });
  let at = 0;
  for (const [kind, name] of PARTS) {
    const width = (100 * model.memory[name]) / larger;
    bar.append(svg('rect', { class: kind, x: `${at.toFixed(2)}%`, width: `${width.toFixed(2)}%`, height: '100%' }));
    at += width;
  }
  const takes = `${model.state === 'serving' ? 'has' : 'takes'} ${bytes(sizeOf(model))}, ${model.memory.device}`;
  return element('div', '', element('div', 'label-row', element('span', '', model.id), element('span', 'num quiet', takes)), bar, element('p', 'help', told));
}

/** A model that can be chosen as the small one. */
export function smallOption(candidate, model, large) {
  const radio = element('input', '');
  radio.type = 'radio';
  radio.name = 'small';
  radio.value = candidate.id;
  return element('label', 'option plain-o', element('b', '', candidate.id), element('span', '', summary(model, large)), radio);
}

/** A role that is still to be named, and the models that could have it. */
export function roleRow(ids) {
  const name = element('input', 'input short');
  name.maxLength = 32;
  name.spellcheck = false;
  name.placeholder = 'role';
  name.setAttribute('aria-label', 'Role');
  name.dataset.role = '';
  const model = element('select', 'select mid', ...ids.map(id => element('option', '', id)));
  model.setAttribute('aria-label', 'Model of the role');
  const remove = element('button', 'btn', 'Remove');
  remove.type = 'button';
  remove.dataset.removeRole = '';
  return element('div', 'actions', name, model, remove);
}

function summary(model, large) {
  if (!model?.facts || !large?.facts) return '';
  const times = large.facts.parameters / model.facts.parameters;
  return `${count(model.facts.parameters)}, ${model.facts.weight_format}, 1 : ${times < 10 ? times.toFixed(1) : Math.round(times)}`;
}

/** A model that cannot, with the first difference or the reason in words. */
export function misfitRow({ id, refusal, fit }) {
  const row = element('tr', '');
  const name = element('th', '', id);
  name.scope = 'row';
  row.append(name);
  const first = fit && !fit.fits && fit.around.find(one => one.id === fit.first_difference);
  if (first) {
    row.append(
      element('td', '', `id ${count(first.id)}`),
      element('td', '', spelled(first.first)),
      element('td', '', spelled(first.second)),
    );
  } else {
    const cell = element('td', '', refusal);
    cell.colSpan = 3;
    row.append(cell);
  }
  return row;
}

function spelled(piece) {
  return piece === null ? element('span', 'quiet', 'missing') : element('code', '', piece);
}
