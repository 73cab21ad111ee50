package io.tokenrouter.engine.routing;

/**
 * Between which values the threshold of a policy may lie, given its other options; both ends are valid thresholds.
 *
 * @param min the smallest
 * @param max the largest
 */
public record ThresholdRange(double min, double max) {

    public ThresholdRange {
        if (!(min <= max)) {
            throw new IllegalArgumentException("no threshold is from " + min + " to " + max);
        }
    }

    /** The threshold within it that is nearest. */
    public double nearest(double threshold) {
        return Math.clamp(threshold, min, max);
    }
}
