// Problems replayed through a pair to find a threshold: what is pasted or read from a file, the job that goes on, its end.

import { send } from './admin.js';
import { part } from './dom.js';
import { count } from './format.js';
import { readPrompts, split } from './replay-prompts.js';

const LOOK_MS = 1000;
/** Of a file; the server takes no more. */
const MOST_BYTES = 4 << 20;

export class Replay {
  #box;
  #question;
  #found;
  #job = null;

  /**
   * @param {HTMLElement} box
   * @param {() => { pair: string, key: string, body: object }} question what is looked for; `key` tells it from others
   * @param {(key: string, result: object) => boolean} found given what came out; false where that is not looked for any more
   */
  constructor(box, question, found) {
    this.#box = box;
    this.#question = question;
    this.#found = found;
    part('replay-file', box).addEventListener('change', event => this.#read(event.target));
    part('replay-cancel', box).addEventListener('click', () => this.#job && send('DELETE', this.#job));
    part('replay-form', box).addEventListener('submit', event => {
      event.preventDefault();
      if (this.#job === null) this.#begin();
    });
  }

  /** Shows its fields where there is no other way to what is looked for. */
  open() {
    this.#box.open = true;
  }

  async #read(input) {
    const [file] = input.files;
    if (!file) return;
    if (file.size > MOST_BYTES) this.#refuse(`${file.name} has more than 4 MiB.`);
    else {
      part('replay-lines', this.#box).value = await file.text();
      this.#refuse(null);
    }
    // so that the same file can be chosen again after it was changed
    input.value = '';
  }

  async #begin() {
    const { prompts, error } = readPrompts(part('replay-lines', this.#box).value);
    this.#refuse(error);
    if (error !== null) return;
    const { pair, key, body } = this.#question();
    const most = part('replay-tokens', this.#box).valueAsNumber;
    const asked = { ...body, ...split(prompts), ...(Number.isNaN(most) ? {} : { max_tokens: most }) };
    this.#runs('', { what: 'reading the prompts', answered: 0, of: 0 });
    const address = `/api/admin/pairs/${encodeURIComponent(pair)}/calibrations`;
    const begun = await send('POST', address, asked);
    if (begun.ok) this.#follow(`${address}/${begun.answer.id}`, key, begun);
    else this.#end(begun.answer.detail ?? begun.answer.title ?? 'It was not begun.');
  }

  #follow(address, key, { ok, answer }) {
    if (!ok) this.#end(answer.detail ?? 'How far it is cannot be told.');
    else if (answer.state === 'running') {
      this.#runs(address, answer.progress);
      setTimeout(async () => this.#follow(address, key, await send('GET', address)), LOOK_MS);
    } else if (answer.state === 'done') {
      this.#end(this.#found(key, answer.result) ? null : 'Something else is looked for by now; replay them again.');
    } else this.#end(answer.state === 'failed' ? `It failed: ${answer.error}` : 'Cancelled.');
  }

  #runs(address, { what, answered, of }) {
    this.#job = address;
    part('replay-progress', this.#box).hidden = false;
    const bar = part('replay-bar', this.#box);
    bar.max = Math.max(1, of);
    bar.value = answered;
    part('replay-what', this.#box).textContent = of === 0 ? `${what}.` : `${what}: ${count(answered)} of ${count(of)} answers.`;
    part('replay-begin', this.#box).disabled = true;
    part('replay-cancel', this.#box).hidden = address === '';
  }

  #end(error) {
    this.#job = null;
    part('replay-progress', this.#box).hidden = true;
    part('replay-begin', this.#box).disabled = false;
    part('replay-cancel', this.#box).hidden = true;
    this.#refuse(error);
  }

  #refuse(text) {
    const error = part('replay-error', this.#box);
    error.textContent = text ?? '';
    error.hidden = text === null;
  }
}
