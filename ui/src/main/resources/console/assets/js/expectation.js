// What to expect of a policy before anybody uses it. Every page asks here, so that one threshold has one answer. Pure.

import { count } from './format.js';
import { entropyOf, shareAt, shareOfRule } from './policy-share.js';

/**
 * @typedef {{ threshold: number, largeShare: number, accuracy: number }} Point
 * @typedef {{ problems: number, smallAccuracy: number, largeAccuracy: number, points: Point[] }} Quality
 *   what was measured of a pair, at rising thresholds
 * @typedef {{ positions: number, points: object[] }} Seen how often the pair's small model was how unsure lately
 */

/** Between the thresholds at which a pair was measured; null outside them. @param {Point[]} points */
export function expectedAt(points, threshold) {
  const next = points.findIndex(point => point.threshold >= threshold);
  if (next < 0) return null;
  const b = points[next];
  if (b.threshold === threshold) return { largeShare: b.largeShare, accuracy: b.accuracy };
  if (next === 0) return null;
  const a = points[next - 1];
  const f = (Math.log(threshold) - Math.log(a.threshold)) / (Math.log(b.threshold) - Math.log(a.threshold));
  const between = key => a[key] + f * (b[key] - a[key]);
  return { largeShare: between('largeShare'), accuracy: between('accuracy') };
}

/**
 * The share is that of what was asked lately where anything was seen, else that of the measured problems; the accuracy can only be
 * measured.
 *
 * @param {{ algorithm: string, options: object }} draft options that are left out have their defaults
 * @param {{ seen: Seen | null, quality: Quality | null, vocabulary: number }} known of the pair
 * @returns {{ largeShare: number | null, from: 'rule' | 'seen' | 'measured' | null, accuracy: number | null }}
 */
export function expectation(draft, { seen, quality, vocabulary }) {
  const rule = shareOfRule(draft);
  if (rule !== null) return { largeShare: rule, from: 'rule', accuracy: accuracyAlone(rule, draft, quality) };
  const entropy = entropyOf(draft, vocabulary);
  const measured = entropy === null || !quality ? null : expectedAt(quality.points, entropy);
  const share = entropy === null || !seen ? null : shareAt(seen.points, entropy);
  return {
    largeShare: share ?? measured?.largeShare ?? null,
    from: share !== null ? 'seen' : measured ? 'measured' : null,
    accuracy: measured?.accuracy ?? null,
  };
}

/** Only of one model that writes everything. */
function accuracyAlone(share, { algorithm }, quality) {
  if (algorithm !== 'fixed' || !quality) return null;
  return share === 1 ? quality.largeAccuracy : quality.smallAccuracy;
}

/** Where the figures of an expectation come from, in words; empty where there are none. */
export function sourceOf({ from, accuracy }, { seen, quality }) {
  const parts = [];
  if (from === 'seen') parts.push(`Share: from the ${count(seen.positions)} positions that were seen last, whatever was asked.`);
  if (from === 'measured') parts.push(`Share: on ${count(quality.problems)} problems of this pair’s task; none of its requests was seen yet.`);
  if (accuracy !== null) parts.push(`Accuracy: measured once, on ${count(quality.problems)} problems of this pair’s task.`);
  return parts.join(' ');
}
