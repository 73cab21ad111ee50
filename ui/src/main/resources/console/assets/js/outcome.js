// "Choose by outcome": the threshold for a share or a recall, from signals on record; for a share where there are none, from counts.

import { send } from './admin.js';
import { part } from './dom.js';
import { count, percent, plain } from './format.js';

const PAUSE = 200;

/** What stands behind a threshold, in a sentence. */
export function basis({ requests, tokens, share, recall }) {
  const told = recall ? `recall ${percent(recall.value)} (${percent(recall.low)} to ${percent(recall.high)}), ` : '';
  return `On record: ${told}large share ${percent(share.value)} (${percent(share.low)} to ${percent(share.high)}), of ${count(tokens)} tokens of ${count(requests)} requests.`;
}

export class Outcome {
  #box = part('calibrate');
  #draft;
  #counted;
  #isRecorded;
  #timer = 0;
  #asked = 0;
  #question = '';
  #threshold = null;

  /**
   * @param {() => { algorithm: string, options: object, threshold: string | undefined }} draft as the form has it; `threshold` names the option
   * @param {(share: number) => { threshold: number, text: string } | null} counted what counts of entropies say of the draft
   * @param {(pair: string) => boolean} isRecorded whether signals of it are on record
   * @param {(threshold: number) => void} use
   */
  constructor(draft, counted, isRecorded, use) {
    this.#draft = draft;
    this.#isRecorded = isRecorded;
    this.#counted = counted;
    this.#box.addEventListener('input', event => {
      if (event.target.closest('[data-recording]') === null) this.show();
    });
    this.#box.querySelector('[data-use-share]')?.addEventListener('click', () => {
      if (this.#threshold !== null) use(Number(this.#threshold.toPrecision(4)));
    });
  }

  #goal() {
    return this.#box.querySelector('[data-outcome]:checked')?.value ?? 'share';
  }

  /** Shows what the draft's threshold would have to be. */
  show() {
    const goal = this.#goal();
    const value = Number(part(goal, this.#box).value) / 1000;
    const pair = this.#box.dataset.pair;
    const fromCounts = this.#counted(Number(part('share', this.#box).value) / 1000);
    const { algorithm, options, threshold } = this.#draft();
    const rest = Object.fromEntries(Object.entries(options).filter(([name]) => name !== threshold));
    const recorded = Boolean(pair) && this.#isRecorded(pair);
    const question = JSON.stringify([goal, value, algorithm, rest, recorded, fromCounts]);
    // the threshold itself is no part of the question: taking the answer over must not ask again
    if (question === this.#question) return;
    this.#question = question;
    clearTimeout(this.#timer);
    this.#asked++;
    this.#box.hidden = threshold === undefined || (fromCounts === null && !pair);
    if (this.#box.hidden) return;
    for (const row of this.#box.querySelectorAll('[data-of]')) row.hidden = row.dataset.of !== goal;
    part(goal === 'share' ? 'target' : 'recall-target', this.#box).textContent = percent(value);
    const first = goal === 'share' ? fromCounts : null;
    this.#tell(first?.threshold ?? null, first?.text ?? 'Nothing is on record that tells it.');
    if (recorded) this.#timer = setTimeout(() => this.#ask(pair, { algorithm, options: rest, [goal]: value }), PAUSE);
  }

  async #ask(pair, question) {
    const mine = this.#asked;
    const { ok, answer } = await send('POST', `/api/admin/pairs/${encodeURIComponent(pair)}/calibrations`, question);
    if (mine !== this.#asked) return;
    if (ok) this.#tell(answer.result.threshold, basis(answer.result.predicted));
    else if (this.#threshold === null) this.#tell(null, answer.detail ?? '');
  }

  #tell(threshold, text) {
    this.#threshold = threshold;
    part('outcome-text', this.#box).textContent = text;
    const button = this.#box.querySelector('[data-use-share]');
    if (!button) return;
    button.disabled = threshold === null;
    part('use-text', button).textContent = threshold === null ? 'nothing' : plain(Number(threshold.toPrecision(4)));
  }
}
