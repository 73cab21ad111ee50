package io.tokenrouter.ui;

import java.util.List;

/**
 * Accuracy and large-model share of a pair as measured on a set of problems. Shares and accuracies are fractions, 0 to 1.
 *
 * @param problems how many problems were run per point
 * @param smallAccuracy of the small model alone
 * @param largeAccuracy of the large model alone
 * @param points at least two, of the pair's own algorithm at rising thresholds
 */
public record MeasuredQuality(int problems, double smallAccuracy, double largeAccuracy, List<Point> points) {

    public MeasuredQuality {
        points = List.copyOf(points);
    }

    /** One measured setting. */
    public record Point(double threshold, double largeShare, double accuracy) {}
}
