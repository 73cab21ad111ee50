// The options of the chosen policy beside its threshold: what is set for one run alone.

import { isMet, optionsOf, rowsOf, setValue, showNeeds } from './option-fields.js';

export class OptionsOfRun {
  #box;
  #form = null;
  #values = {};

  /** @param {() => void} told called after each change */
  constructor(box, told) {
    this.#box = box;
    box.addEventListener('input', () => {
      if (this.#form) showNeeds(this.#form);
      told();
    });
  }

  /** Offers what the algorithm has, as the policy has set it. */
  show(algorithm, values) {
    this.#form = null;
    this.#values = values;
    for (const form of this.#box.querySelectorAll('[data-options]')) {
      form.hidden = form.disabled = form.dataset.options !== algorithm;
      if (!form.hidden) this.#form = form;
    }
    this.#box.hidden = this.#form === null;
    if (!this.#form) return;
    for (const row of rowsOf(this.#form)) setValue(row, values[row.dataset.field]);
    showNeeds(this.#form);
  }

  /** What is set otherwise than by the policy. */
  get differing() {
    if (!this.#form) return {};
    const set = Object.entries(optionsOf(this.#form)).filter(([name, value]) => value !== this.#values[name]);
    return Object.fromEntries(set);
  }

  /** Why the threshold does nothing as things are; empty where it counts. */
  get idleHint() {
    const form = this.#form;
    return form && !isMet(form.dataset.thresholdNeeds, form) ? form.dataset.thresholdHint : '';
  }

  /** The browser's message needs a field that is seen. */
  openWhereWrong() {
    if (this.#form?.querySelector(':invalid')) this.#box.open = true;
  }
}
