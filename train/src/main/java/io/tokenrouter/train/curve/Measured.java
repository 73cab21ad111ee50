package io.tokenrouter.train.curve;

import io.tokenrouter.engine.api.PolicySpec;

/**
 * Something to measure.
 *
 * @param name of the curve that it is a point of
 * @param threshold of its policy; NaN where it has none
 */
public record Measured(String name, double threshold, PolicySpec policy) {}
