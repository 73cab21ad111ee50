package io.tokenrouter.bench.batching;

import java.util.ArrayList;
import java.util.List;

/** How far predictions are from what was measured, as shares of it. */
final class Accuracy {

    private final List<Double> errors = new ArrayList<>();

    void add(Outcome.Pair rates) {
        errors.add(Math.abs(rates.predicted() / rates.measured() - 1));
    }

    int count() {
        return errors.size();
    }

    /** NaN if there are none. */
    double mean() {
        return errors.stream().mapToDouble(Double::doubleValue).average().orElse(Double.NaN);
    }

    /** NaN if there is none. */
    double worst() {
        return errors.stream().mapToDouble(Double::doubleValue).max().orElse(Double.NaN);
    }
}
