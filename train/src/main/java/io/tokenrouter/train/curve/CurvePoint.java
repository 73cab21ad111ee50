package io.tokenrouter.train.curve;

/**
 * A point of a curve.
 *
 * @param policy name of the curve
 * @param threshold NaN where there is none
 * @param largeShare part of all tokens that the large model wrote, 0 to 1
 * @param accuracy part of the answers that are right, 0 to 1
 * @param switches of the writer, a mean of all answers
 */
public record CurvePoint(String policy, double threshold, double largeShare, double accuracy, double switches) {}
