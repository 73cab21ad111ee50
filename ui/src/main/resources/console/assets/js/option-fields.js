// The rows of an algorithm's options: what their controls hold, as JSON has it.

import { part } from './dom.js';

const ESCAPES = { n: '\n', r: '\r', t: '\t' };

/** The other way round than the server shows it: \\n is a line break, and a backslash before anything else is nothing but that. */
function unescaped(shown) {
  return shown.replace(/\\(.)/g, (all, letter) => ESCAPES[letter] ?? (letter === '\\' ? '\\' : all));
}

function escaped(text) {
  return text.replace(/[\\\n\r\t]/g, letter => ({ '\\': '\\\\', '\n': '\\n', '\r': '\\r', '\t': '\\t' })[letter]);
}

export function rowsOf(form) {
  return [...form.querySelectorAll('[data-field]')];
}

/** Undefined where nothing is set. */
export function valueOf(row) {
  const control = part('control', row);
  if (row.dataset.type === 'flag') return control.checked;
  if (row.dataset.type === 'choice') return control.value;
  if (row.dataset.type === 'text') return control.value === '' ? undefined : unescaped(control.value);
  return Number.isNaN(control.valueAsNumber) ? undefined : control.valueAsNumber;
}

/** @param {number | string | boolean | undefined} value as JSON has it; undefined for nothing */
export function setValue(row, value) {
  const control = part('control', row);
  if (row.dataset.type === 'flag') control.checked = value === true;
  else if (row.dataset.type === 'text') control.value = escaped(value ?? '');
  else control.value = value ?? '';
}

/** Every option that is set and counts; the others have their defaults. */
export function optionsOf(form) {
  const values = {};
  for (const row of rowsOf(form)) {
    const value = valueOf(row);
    if (value !== undefined && isMet(row.dataset.needs, form)) values[row.dataset.field] = value;
  }
  return values;
}

/** Whether the option named has the value that another needs, such as `gate=entropy`; nothing is always met. */
export function isMet(needs, form) {
  if (!needs) return true;
  const [name, wanted] = needs.split('=');
  const row = rowsOf(form).find(one => one.dataset.field === name);
  return row === undefined || String(valueOf(row)) === wanted;
}

/** What does nothing as things are cannot be set, and says so. */
export function showNeeds(form) {
  for (const row of form.querySelectorAll('[data-field][data-needs]')) {
    const met = isMet(row.dataset.needs, form);
    for (const control of row.querySelectorAll('input, select')) control.disabled = !met;
    part('needs-text', row).hidden = met;
  }
}
