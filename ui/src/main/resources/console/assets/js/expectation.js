// What to expect at a threshold, between the thresholds at which a pair was measured. Pure.

/**
 * @typedef {{ threshold: number, largeShare: number, accuracy: number }} Point
 * @param {Point[]} points at rising thresholds
 * @returns {{ largeShare: number, accuracy: number } | null} null outside what was measured
 */
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
