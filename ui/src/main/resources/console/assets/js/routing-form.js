// The form beside the answer: which policy decides, from which threshold, how tokens are drawn. Gives the body of a request.

import { send } from './admin.js';
import { part } from './dom.js';
import { expectation, sourceOf } from './expectation.js';
import { percent } from './format.js';
import { OptionsOfRun } from './options-of-run.js';
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
    values: dataset.values ? JSON.parse(dataset.values) : {},
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
  #idle = part('threshold-idle', this.#form);
  #options = new OptionsOfRun(part('options-box', this.#form), () => this.#showPolicy());
  #target = null;
  #known = { seen: null, quality: null, vocabulary: 0 };

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
    const { quality, vocabulary } = option.dataset;
    this.#known = { seen: null, quality: quality ? JSON.parse(quality) : null, vocabulary: Number(vocabulary) };
    this.#look(option.value);
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
    this.#options.openWhereWrong();
    return this.#form.reportValidity();
  }

  /** The chosen policy as it is. */
  #policyItself() {
    const option = this.#policy.selectedOptions[0];
    return policyOf(option.value === '' ? this.#target : option);
  }

  /** The same with the options that were set for this run. */
  #chosen() {
    const policy = this.#policyItself();
    const { metric = policy.metric, normalised = policy.normalised } = this.#options.differing;
    return { ...policy, metric, normalised, thresholdOption: this.#options.idleHint ? undefined : policy.thresholdOption };
  }

  /** What differs from the pair's own policy; nothing where nothing was changed. */
  #override() {
    const name = this.#policy.value;
    const policy = this.#chosen();
    if (policy.role) return { policy: 'fixed', options: { role: policy.role } };
    const threshold = this.#threshold();
    const changed = threshold !== null && (name !== '' || threshold !== policy.threshold);
    const options = this.#options.differing;
    const isSet = Object.keys(options).length > 0;
    return { ...(name && { policy: name }), ...(isSet && { options }), ...(changed && { threshold }) };
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
    const { algorithm, values } = this.#policyItself();
    this.#options.show(algorithm, values);
    this.#showPolicy();
  }

  #showPolicy() {
    const policy = this.#chosen();
    this.#idle.hidden = this.#options.idleHint === '';
    this.#idle.textContent = this.#options.idleHint;
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
    this.#showExpectation();
  }

  /** What the policy is expected to come to, as the page of policies tells it. */
  #showExpectation() {
    const { algorithm, values, thresholdOption } = this.#chosen();
    const threshold = this.#threshold();
    const options = { ...values, ...this.#options.differing, ...(threshold !== null && { [thresholdOption]: threshold }) };
    const expected = expectation({ algorithm, options }, this.#known);
    const { largeShare, accuracy, from } = expected;
    this.#expect.hidden = from === null || from === 'rule';
    if (this.#expect.hidden) return;
    part('expect-share', this.#expect).textContent = percent(largeShare);
    part('expect-accuracy', this.#expect).textContent = accuracy === null ? 'not measured' : percent(accuracy);
    const bar = part('expect-bar', this.#expect);
    bar.setAttribute('x', `${(1 - largeShare) * 100}%`);
    bar.setAttribute('width', `${largeShare * 100}%`);
    const { quality } = this.#known;
    const alone = quality ? ` Alone: small ${percent(quality.smallAccuracy)}, large ${percent(quality.largeAccuracy)}.` : '';
    part('expect-note', this.#expect).textContent = sourceOf(expected, this.#known) + alone;
  }

  /** What was seen of the pair lately; a page that stays open learns no more of it. */
  async #look(pair) {
    const known = this.#known;
    const { ok, answer } = await send('GET', `/api/admin/policies/signals?pair=${encodeURIComponent(pair)}`);
    if (!ok || answer.points.length === 0) return;
    known.seen = answer;
    if (known === this.#known) this.#showExpectation();
  }
}
