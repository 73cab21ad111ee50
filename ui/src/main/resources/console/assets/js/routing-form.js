// The form beside the answer: which policy decides, from which threshold, how tokens are drawn. Gives the body of a request.

import { part } from './dom.js';
import { expectedAt } from './expectation.js';
import { percent } from './format.js';
import { positionOf, scaleOf } from './threshold-scale.js';

/** Policy of an `<option>`, or of the chosen pair, as the page describes it. */
function policyOf({ dataset }) {
  return {
    algorithm: dataset.algorithm ?? '',
    metric: dataset.metric,
    normalised: dataset.normalised === 'true',
    threshold: dataset.threshold === undefined ? null : Number(dataset.threshold),
    thresholdOption: dataset.thresholdOption,
    role: dataset.role,
  };
}

export class RoutingForm {
  #form = part('routing-form');
  #policy = part('policy', this.#form);
  #routed = part('routed', this.#form);
  #alone = part('alone', this.#form);
  #sliderRow = part('slider-row', this.#form);
  #slider = part('slider', this.#form);
  #numberRow = part('number-row', this.#form);
  #number = part('number', this.#form);
  #expect = part('expect', this.#form);
  #target = null;

  constructor() {
    this.#policy.addEventListener('change', () => this.#policyChanged());
    this.#slider.addEventListener('input', () => this.#sliderMoved());
    this.#form.addEventListener('submit', event => event.preventDefault());
  }

  /** @param {HTMLOptionElement} option the pair or model that questions go to */
  setTarget(option) {
    this.#target = option;
    const pair = option.dataset.kind === 'pair';
    this.#routed.hidden = !pair;
    this.#alone.hidden = pair;
    if (!pair) return;
    this.#policy.options[0].textContent = option.dataset.policyLabel;
    for (const other of this.#policy.options) other.hidden = other.disabled = other.value === option.dataset.policyName;
    this.#policy.selectedIndex = 0;
    this.#policyChanged();
  }

  /** The threshold as it applies to the next run, where it is in nats and comparable with entropies; else null. */
  get entropyThreshold() {
    if (this.#routed.hidden) return null;
    const policy = this.#chosen();
    return policy.algorithm === 'uncertainty' && scaleOf(policy) ? this.#threshold() : null;
  }

  /** The body of a request that goes on from `messages`, the last of them the question. */
  request(messages) {
    return {
      model: this.#target.value,
      messages,
      temperature: this.#sampling('temperature') ?? 0,
      max_tokens: this.#sampling('max-tokens') ?? undefined,
      seed: this.#sampling('seed') ?? undefined,
      stream: true,
      stream_options: { include_usage: true },
      routing: this.#routed.hidden ? { trace: true } : { ...this.#override(), trace: true },
    };
  }

  /** True when every field holds what its range allows; shows the browser's own message otherwise. */
  isValid() {
    return this.#form.reportValidity();
  }

  #chosen() {
    const option = this.#policy.selectedOptions[0];
    return policyOf(option.value === '' ? this.#target : option);
  }

  /** What differs from the pair's own policy; nothing where nothing was changed. */
  #override() {
    const name = this.#policy.value;
    const policy = this.#chosen();
    if (policy.role) return { policy: 'fixed', options: { role: policy.role } };
    const threshold = this.#threshold();
    const changed = threshold !== null && (name !== '' || threshold !== policy.threshold);
    return { ...(name && { policy: name }), ...(changed && { threshold }) };
  }

  #threshold() {
    const policy = this.#chosen();
    if (!policy.thresholdOption) return null;
    const scale = scaleOf(policy);
    if (!scale) return this.#number.value === '' ? policy.threshold : this.#number.valueAsNumber;
    // untouched, the slider stands beside the policy's exact value, which counts
    const moved = this.#slider.dataset.moved === 'true';
    return moved || policy.threshold === null ? scale.toValue(this.#slider.valueAsNumber) : policy.threshold;
  }

  #sampling(name) {
    const { valueAsNumber } = part(name, this.#form);
    return Number.isNaN(valueAsNumber) ? null : valueAsNumber;
  }

  #policyChanged() {
    const policy = this.#chosen();
    const scale = policy.thresholdOption ? scaleOf(policy) : null;
    this.#sliderRow.hidden = !scale;
    this.#numberRow.hidden = !policy.thresholdOption || scale !== null;
    this.#number.disabled = this.#numberRow.hidden;
    if (scale) {
      this.#slider.dataset.moved = 'false';
      this.#slider.value = String(positionOf(scale, policy.threshold ?? scale.toValue(500)));
      part('threshold-label', this.#form).textContent = scale.label;
      part('threshold-low', this.#form).textContent = scale.low;
      part('threshold-high', this.#form).textContent = scale.high;
    } else {
      part('number-label', this.#form).textContent = policy.thresholdOption ?? '';
      this.#number.value = policy.threshold ?? '';
    }
    this.#showThreshold();
  }

  #sliderMoved() {
    this.#slider.dataset.moved = 'true';
    this.#showThreshold();
  }

  #showThreshold() {
    const policy = this.#chosen();
    const scale = scaleOf(policy);
    if (scale && policy.thresholdOption) {
      const text = scale.show(this.#threshold());
      part('threshold-out', this.#form).textContent = text;
      part('threshold-unit', this.#form).textContent = scale.unit;
      this.#slider.setAttribute('aria-valuetext', `${text} ${scale.unit}`);
    }
    this.#showExpectation(policy);
  }

  /** Only for the algorithm and signal that were measured, and only between its measured thresholds. */
  #showExpectation(policy) {
    const { quality } = this.#target.dataset;
    const own = policyOf(this.#target);
    const comparable = own.algorithm === policy.algorithm && own.metric === policy.metric && own.normalised === policy.normalised;
    const measured = quality && comparable ? JSON.parse(quality) : null;
    const expected = measured && expectedAt(measured.points, this.#threshold());
    this.#expect.hidden = !expected;
    if (!expected) return;
    part('expect-share', this.#expect).textContent = percent(expected.largeShare);
    part('expect-accuracy', this.#expect).textContent = percent(expected.accuracy);
    const bar = part('expect-bar', this.#expect);
    bar.setAttribute('x', `${(1 - expected.largeShare) * 100}%`);
    bar.setAttribute('width', `${expected.largeShare * 100}%`);
    part('expect-note', this.#expect).textContent =
      `From ${measured.problems} problems measured with this pair. ` +
      `Alone: small ${percent(measured.smallAccuracy)}, large ${percent(measured.largeAccuracy)}.`;
  }
}
