// The card "Choose by outcome": what is wanted, and the threshold that comes to it. Figures come from {@link expectation} alone.

import { part } from './dom.js';
import { expectation, thresholdForAccuracy } from './expectation.js';
import { nats, percent } from './format.js';
import { entropyOf, thresholdFor } from './policy-share.js';

const PER_MILLE = 1000;
const MOST_SHARE = 300;

/** What can be wanted: its words, the slider's ends in thousandths, and the threshold for a value. Null where nothing is known. */
const OUTCOMES = {
  share: {
    label: 'Large share',
    range: ({ seen }) => (seen ? [0, MOST_SHARE] : null),
    first: 40,
    threshold: ({ seen }, share) => thresholdFor(seen.points, share),
  },
  accuracy: {
    label: 'Accuracy',
    range: ({ quality }) => {
      if (!quality) return null;
      const accuracies = quality.points.map(point => Math.round(point.accuracy * PER_MILLE));
      return [Math.min(...accuracies), Math.max(...accuracies)];
    },
    first: 950,
    threshold: ({ quality }, accuracy) => thresholdForAccuracy(quality.points, accuracy),
  },
};

export class OutcomeCard {
  #card;
  #known;
  #choices;
  #slider;
  #wanted = null;
  #threshold = null;

  /**
   * @param known as {@link expectation} wants it; may come to know more
   * @param {(threshold: number) => void} use called with nats where the operator takes the threshold
   */
  constructor(card, known, use) {
    this.#card = card;
    this.#known = known;
    this.#choices = [...card.querySelectorAll('[data-outcome]')];
    this.#slider = part('wanted', card);
    for (const choice of this.#choices) choice.addEventListener('change', () => this.#choose(choice.value));
    this.#slider.addEventListener('input', () => this.#showThreshold());
    card.querySelector('[data-use]')?.addEventListener('click', () => use(this.#threshold));
  }

  /** @param draft that the form holds */
  show(draft) {
    const ranges = this.#choices.map(({ value }) => OUTCOMES[value].range(this.#known));
    const isEntropy = entropyOf(draft, this.#known.vocabulary) !== null && !draft.options.normalised;
    this.#card.hidden = !isEntropy || ranges.every(range => range === null);
    if (this.#card.hidden) return;
    this.#choices.forEach((choice, i) => (choice.disabled = ranges[i] === null));
    const chosen = this.#choices.find(choice => choice.checked && !choice.disabled) ?? this.#choices.find(choice => !choice.disabled);
    chosen.checked = true;
    if (this.#wanted !== chosen.value) this.#choose(chosen.value);
  }

  #choose(name) {
    this.#wanted = name;
    const { label, range, first } = OUTCOMES[name];
    const [least, most] = range(this.#known);
    [this.#slider.min, this.#slider.max] = [least, most];
    this.#slider.value = Math.min(most, Math.max(least, first));
    part('wanted-label', this.#card).textContent = label;
    part('least', this.#card).textContent = percent(least / PER_MILLE);
    part('most', this.#card).textContent = percent(most / PER_MILLE);
    this.#showThreshold();
  }

  #showThreshold() {
    const wanted = this.#slider.valueAsNumber / PER_MILLE;
    const threshold = OUTCOMES[this.#wanted].threshold(this.#known, wanted);
    this.#threshold = threshold === null ? null : Number(threshold.toPrecision(3));
    this.#slider.setAttribute('aria-valuetext', percent(wanted));
    part('target', this.#card).textContent = percent(wanted);
    part('comes-to', this.#card).textContent = this.#comesTo();
    const use = this.#card.querySelector('[data-use]');
    if (!use) return;
    use.disabled = threshold === null;
    part('use-text', use).textContent = threshold === null ? 'nothing' : `${nats(this.#threshold)} nats`;
  }

  /** The other side of the bargain. */
  #comesTo() {
    if (this.#threshold === null) return 'No threshold that is known comes to this.';
    const draft = { algorithm: 'uncertainty', options: { enter: this.#threshold } };
    const { largeShare, accuracy } = expectation(draft, this.#known);
    const other = this.#wanted === 'share' ? accuracy : largeShare;
    if (other === null) return '';
    return this.#wanted === 'share' ? `Accuracy there: ${percent(other)}.` : `Large share there: ${percent(other)}.`;
  }
}
