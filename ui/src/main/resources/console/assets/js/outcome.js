// "Choose by outcome": the threshold for a share or a recall from signals on record, for a share where there are none from counts,
// and for any goal from problems that are replayed.

import { send } from './admin.js';
import { part } from './dom.js';
import { count, percent, plain } from './format.js';
import { Replay } from './replay.js';

const PAUSE = 200;

/** What each goal is called by the API, where its slider is and how that is read out. */
const GOALS = {
  share: { field: 'share', slider: 'share', told: percent },
  recall: { field: 'recall', slider: 'recall', told: percent },
  accuracy: { field: 'accuracy_within', slider: 'accuracy-slider', told: value => (100 * value).toFixed(1) },
};

function estimate(name, { value, low, high }) {
  return `${name} ${percent(value)} (${percent(low)} to ${percent(high)})`;
}

function told({ share, recall, accuracy, large_accuracy: alone }) {
  const parts = [accuracy && estimate('accuracy', accuracy), alone && `of the large model alone ${percent(alone.value)}`];
  return [...parts, recall && estimate('recall', recall), estimate('large share', share)].filter(Boolean).join(', ');
}

/** What stands behind a threshold from signals on record, in a sentence. */
export function basis(figures) {
  return `On record: ${told({ share: figures.share, recall: figures.recall })}, of ${count(figures.tokens)} tokens of ${count(figures.requests)} requests.`;
}

/** What stands behind one from problems that were replayed. */
export function replayed({ predicted, measured }) {
  const held = measured ? ` On ${count(measured.requests)} others: ${told(measured)}.` : '';
  return `On ${count(predicted.requests)} problems: ${told(predicted)}.${held}`;
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
  #body = {};
  #replay = null;

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
      if (event.target.closest('details') === null) this.show();
    });
    this.#box.querySelector('[data-use-share]')?.addEventListener('click', () => {
      if (this.#threshold !== null) use(Number(this.#threshold.toPrecision(4)));
    });
    const box = this.#box.querySelector('[data-replay]');
    this.#replay = box && new Replay(box, () => this.#asking(), (key, result) => this.#take(key, result));
  }

  #asking() {
    return { pair: this.#box.dataset.pair, key: this.#question, body: this.#body };
  }

  #take(key, result) {
    if (key !== this.#question) return false;
    this.#asked++;
    this.#tell(result.threshold, replayed(result));
    return true;
  }

  #goal() {
    return this.#box.querySelector('[data-outcome]:checked')?.value ?? 'share';
  }

  /** Shows what the draft's threshold would have to be. */
  show() {
    const goal = this.#goal();
    const value = Number(part(GOALS[goal].slider, this.#box).value) / 1000;
    const pair = this.#box.dataset.pair;
    const fromCounts = this.#counted(Number(part('share', this.#box).value) / 1000);
    const { algorithm, options, threshold } = this.#draft();
    const rest = Object.fromEntries(Object.entries(options).filter(([name]) => name !== threshold));
    const recorded = Boolean(pair) && this.#isRecorded(pair);
    const question = JSON.stringify([goal, value, algorithm, rest, ...(goal === 'accuracy' ? [] : [recorded, fromCounts])]);
    // the threshold itself is no part of the question: taking the answer over must not ask again
    if (question === this.#question) return;
    this.#question = question;
    clearTimeout(this.#timer);
    this.#asked++;
    this.#box.hidden = threshold === undefined || (fromCounts === null && !pair);
    if (this.#box.hidden) return;
    for (const row of this.#box.querySelectorAll('[data-of]')) row.hidden = row.dataset.of !== goal;
    part(`${goal}-target`, this.#box).textContent = GOALS[goal].told(value);
    this.#body = { algorithm, options: rest, [GOALS[goal].field]: value };
    if (goal === 'accuracy') {
      this.#tell(null, 'Replay problems whose answers are known: nothing else tells who is right.');
      this.#replay?.open();
      return;
    }
    const first = goal === 'share' ? fromCounts : null;
    this.#tell(first?.threshold ?? null, first?.text ?? 'Nothing is on record that tells it; problems can be replayed.');
    if (recorded) this.#timer = setTimeout(() => this.#ask(pair, this.#body), PAUSE);
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
