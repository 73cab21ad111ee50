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

/**
 * The share of the large model under a draft of a policy; null where it cannot be told from entropies.
 *
 * @param {{ algorithm: string, options: object }} draft options that are left out have their defaults
 * @param {number} vocabulary of the pair
 */
export function expectedShare(points, { algorithm, options }, vocabulary) {
  if (algorithm === 'fixed') return (options.role ?? 'large') === 'large' ? 1 : 0;
  if (algorithm === 'random') return options.p ?? 0.1;
  const plain =
    algorithm === 'uncertainty' &&
    (options.metric ?? 'entropy') === 'entropy' &&
    (options.mode ?? 'replace') === 'replace' &&
    (options.window ?? 1) === 1 &&
    (options.minStay ?? 1) === 1 &&
    (options.exit === undefined || options.exit === (options.enter ?? 0.45));
  if (!plain) return null;
  const enter = options.enter ?? 0.45;
  return shareAt(points, options.normalised ? enter * Math.log(Math.max(2, vocabulary)) : enter);
}

/** Accuracy that was measured about a share; null outside what was measured. */
export function accuracyAt(measured, share) {
  const sorted = [...measured].sort((a, b) => a.share - b.share);
  const after = sorted.findIndex(point => point.share >= share);
  if (after < 0) return null;
  if (after === 0) return sorted[0].share === share ? sorted[0].accuracy : null;
  const [a, b] = [sorted[after - 1], sorted[after]];
  const part = b.share === a.share ? 0 : (share - a.share) / (b.share - a.share);
  return a.accuracy + part * (b.accuracy - a.accuracy);
}
