// Of how many requests signals are recorded, and what is; saved with the version that was seen.

import { send } from './admin.js';
import { part } from './dom.js';
import { bytes, count } from './format.js';
import { toast } from './shell.js';

const ADDRESS = '/api/admin/signals/recording';
const DAY = 86_400;
const MEGABYTE = 1e6;
const PERCENT = 0.01;

export class Recording {
  #box;
  #version = 0;
  #stored = [];
  #shown = new Map();

  /** @param {() => void} changed called when it is known what is on record, and when another setting is in force */
  constructor(box, changed) {
    this.#box = box;
    this.#read().then(changed);
    box.addEventListener('toggle', () => box.open && this.#read().then(changed));
    part('recording-form', box).addEventListener('submit', event => {
      event.preventDefault();
      this.#save().then(changed);
    });
  }

  /** Whether there is anything of a pair. */
  has(pair) {
    return this.#stored.some(one => one.pair === pair);
  }

  async #read() {
    const result = await send('GET', ADDRESS);
    if (result.ok) this.#show(result, true);
    else this.#refuse(result.answer.detail);
  }

  /** @param {boolean} typedStays whether fields keep what somebody has typed meanwhile */
  #show({ version, answer }, typedStays) {
    this.#version = version;
    this.#stored = answer.stored;
    part('recording-error', this.#box).hidden = true;
    this.#put('recording-share', answer.share, PERCENT, typedStays);
    this.#put('recording-days', answer.kept_seconds, DAY, typedStays);
    this.#put('recording-megabytes', answer.most_bytes, MEGABYTE, typedStays);
    const sum = name => answer.stored.reduce((all, one) => all + one[name], 0);
    part('recording-stored', this.#box).textContent =
      answer.stored.length === 0
        ? 'Nothing is on record.'
        : `${count(sum('requests'))} requests, ${count(sum('positions'))} tokens, ${bytes(sum('bytes'))} on record.`;
  }

  #put(name, value, unit, typedStays) {
    const field = part(name, this.#box);
    const text = String(Number((value / unit).toPrecision(6)));
    const before = this.#shown.get(name)?.text ?? '';
    if (!typedStays || field.value === before) field.value = text;
    this.#shown.set(name, { text, value });
  }

  // a field shows a rounded number: one that nobody changed stands for what was read
  #get(name, unit) {
    const field = part(name, this.#box);
    const shown = this.#shown.get(name);
    return shown?.text === field.value ? shown.value : Number((field.valueAsNumber * unit).toPrecision(15));
  }

  async #save() {
    const body = {
      share: this.#get('recording-share', PERCENT),
      kept_seconds: Math.round(this.#get('recording-days', DAY)),
      most_bytes: Math.round(this.#get('recording-megabytes', MEGABYTE)),
    };
    const result = await send('PUT', ADDRESS, body, { 'If-Match': `"${this.#version}"` });
    if (!result.ok) {
      this.#refuse(result.answer.detail);
      return;
    }
    this.#show(result, false);
    toast(body.share > 0 ? 'Signals are recorded' : 'Signals are not recorded any more');
  }

  #refuse(text) {
    const error = part('recording-error', this.#box);
    error.textContent = text ?? 'It was not saved.';
    error.hidden = false;
  }
}
