// What a threshold comes to, from how often the small model was how unsure. Pure.

/** Share of the positions at or above a threshold; between two points the logarithm of the threshold decides. */
export function shareAt(points, threshold) {
  if (points.length === 0) return null;
  const after = points.findIndex(point => point.threshold >= threshold);
  if (after <= 0) return after === 0 ? points[0].large_share : 0;
  const [a, b] = [points[after - 1], points[after]];
  if (a.threshold <= 0 || b.threshold === threshold) return b.large_share;
  const part = Math.log(threshold / a.threshold) / Math.log(b.threshold / a.threshold);
  return a.large_share + part * (b.large_share - a.large_share);
}

/** The smallest known threshold with at most this share. */
export function thresholdFor(points, share) {
  return points.find(point => point.large_share <= share && point.threshold > 0)?.threshold ?? null;
}

/** The entropy in nats from which a draft asks the large model; null for one that decides by anything else or more. */
export function entropyOf({ algorithm, options }, vocabulary) {
  const plain =
    algorithm === 'uncertainty' &&
    (options.metric ?? 'entropy') === 'entropy' &&
    (options.mode ?? 'replace') === 'replace' &&
    (options.window ?? 1) === 1 &&
    (options.minStay ?? 1) === 1 &&
    (options.exit === undefined || options.exit === (options.enter ?? 0.45));
  if (!plain) return null;
  const enter = options.enter ?? 0.45;
  return options.normalised ? enter * Math.log(Math.max(2, vocabulary)) : enter;
}

/** The share of a draft whose rule says it; null for all others. */
export function shareOfRule({ algorithm, options }) {
  if (algorithm === 'fixed') return (options.role ?? 'large') === 'large' ? 1 : 0;
  return algorithm === 'random' ? (options.p ?? 0.1) : null;
}
