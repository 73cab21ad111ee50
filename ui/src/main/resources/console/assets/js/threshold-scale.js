// From the position of the slider, 0 to 1000, to the threshold that a request sends, and back. Pure.

const STEPS = 1000;

/** Entropy in nats: differences that matter span three decades, so the position is logarithmic. */
const ENTROPY = {
  label: 'Ask the large model from',
  unit: 'nats',
  low: '0.003, more large',
  high: '2.5 nats, less',
  toValue: position => round(0.003 * (2.5 / 0.003) ** (position / STEPS)),
  toPosition: value => (STEPS * Math.log(value / 0.003)) / Math.log(2.5 / 0.003),
  show: value => (value >= 0.1 ? value.toFixed(2) : value >= 0.01 ? value.toFixed(3) : value.toFixed(4)),
};

/** A probability from 0 to 1, shown in percent. */
const PROBABILITY = {
  label: 'Tokens that ask the large model',
  unit: '%',
  low: '0 %',
  high: '100 %, all large',
  toValue: position => round(position / STEPS),
  toPosition: value => value * STEPS,
  show: value => String(round(value * 100)),
};

/** Two digits are as fine as the slider can be set. */
function round(value) {
  return value === 0 ? 0 : Number(value.toPrecision(value >= 0.1 ? 3 : 2));
}

/**
 * @param {{ algorithm: string, metric?: string, normalised?: boolean }} policy
 * @returns {typeof ENTROPY | null} null where the threshold has no known range: it is then typed, not slid
 */
export function scaleOf(policy) {
  if (policy.algorithm === 'random') return PROBABILITY;
  const nats = policy.algorithm === 'uncertainty' && policy.metric === 'entropy' && !policy.normalised;
  return nats ? ENTROPY : null;
}

/** Position of a value, kept on the slider. */
export function positionOf(scale, value) {
  const position = value > 0 ? scale.toPosition(value) : 0;
  return Math.round(Math.min(STEPS, Math.max(0, position)));
}
