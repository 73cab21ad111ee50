package io.tokenrouter.engine.routing.builtin;

import io.tokenrouter.engine.routing.Options;
import io.tokenrouter.engine.routing.Signals;
import io.tokenrouter.engine.routing.Step;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/** A number that tells how sure a model is of the row it just computed, and in which direction it tells it. */
enum Metric {
    ENTROPY(Sense.DOUBT, Signals.BASIC) {
        @Override
        double of(Step step) {
            return step.entropy();
        }
    },
    TOP1(Sense.CONFIDENCE, Signals.BASIC) {
        @Override
        double of(Step step) {
            return step.topProb();
        }
    },
    MARGIN(Sense.CONFIDENCE, Signals.BASIC) {
        @Override
        double of(Step step) {
            return step.margin();
        }
    },
    AU(Sense.DOUBT, Signals.BASIC.withLogU()) {
        @Override
        double of(Step step) {
            return step.au();
        }
    },
    EU(Sense.DOUBT, Signals.BASIC.withLogU()) {
        @Override
        double of(Step step) {
            return step.eu();
        }
    };

    /** What a large value means. */
    enum Sense {
        DOUBT,
        CONFIDENCE
    }

    /** No threshold of any metric is larger: ln V of a vocabulary of 485 million. */
    static final double MOST = 20;

    private final Sense sense;
    private final Signals signals;

    Metric(Sense sense, Signals signals) {
        this.sense = sense;
        this.signals = signals;
    }

    /** The value of a row; NaN where it is not defined. */
    abstract double of(Step step);

    /**
     * True for doubt at or above the threshold and for confidence below it. A value that is not defined is no reason to
     * trust the row.
     */
    boolean isUnsure(double value, double threshold) {
        return sense == Sense.DOUBT ? !(value < threshold) : !(value >= threshold);
    }

    /** True if whatever is unsure at {@code outer} is unsure at {@code inner} as well. */
    boolean isWithin(double inner, double outer) {
        return sense == Sense.DOUBT ? inner <= outer : inner >= outer;
    }

    /** The largest threshold that makes sense, and an option may have. */
    double most(boolean normalised) {
        return normalised || (this != ENTROPY && this != AU) ? 1 : MOST;
    }

    /**
     * A threshold, which options allow up to the largest of any metric.
     *
     * @throws io.tokenrouter.engine.api.EngineException INVALID_REQUEST if this metric cannot reach it
     */
    double threshold(Options options, String name, boolean normalised) {
        double value = options.number(name);
        double most = most(normalised);
        if (value > most) {
            String what = normalised ? "normalised " + word() : word();
            throw Options.invalid(
                    name, "must be a number from 0 to " + Math.round(most) + " for " + what + ", not " + value);
        }
        return value;
    }

    Sense sense() {
        return sense;
    }

    /** What rows must report for it. */
    Signals signals() {
        return signals;
    }

    /** As policies spell it. */
    String word() {
        return name().toLowerCase(Locale.ROOT);
    }

    static Metric ofWord(String word) {
        return valueOf(word.toUpperCase(Locale.ROOT));
    }

    static List<String> words() {
        return Arrays.stream(values()).map(Metric::word).toList();
    }
}
