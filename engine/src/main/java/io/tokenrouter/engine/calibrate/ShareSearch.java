package io.tokenrouter.engine.calibrate;

import java.util.ArrayList;
import java.util.List;
import java.util.OptionalDouble;
import org.jspecify.annotations.Nullable;

/**
 * Which threshold to measure next until one has the wanted share. The share may rise or fall with the threshold. Where nobody suggests
 * a threshold it is searched between those that were measured, at the secant or in the middle. Of one thread.
 */
final class ShareSearch {

    /** Of what lies between two trials: where the share is flat, a secant that is nearer to one of them hardly moves. */
    private static final double EDGE = 0.2;

    private final double target;
    private final double tolerance;
    private final int mostTrials;
    private final double from;
    private final double to;
    private final List<Trial> trials = new ArrayList<>();
    private OptionalDouble suggested = OptionalDouble.empty();

    /** @param share that was measured at the threshold */
    record Trial(double threshold, double share) {}

    /**
     * @param tolerance a share so near is near enough
     * @param from a threshold at the end of its range: measured first
     * @param to its other end: measured where nothing else is known
     */
    ShareSearch(double target, double tolerance, int mostTrials, double from, double to) {
        this.target = target;
        this.tolerance = tolerance;
        this.mostTrials = mostTrials;
        this.from = from;
        this.to = to;
    }

    /** The threshold to measure; empty once the best one will do, or there is nothing left to try. */
    OptionalDouble next() {
        if (trials.isEmpty()) {
            return OptionalDouble.of(from);
        }
        if (trials.size() >= mostTrials || off(best()) <= tolerance) {
            return OptionalDouble.empty();
        }
        @Nullable Trial under = nearest(false);
        @Nullable Trial over = nearest(true);
        if (suggested.isPresent()
                && isNew(suggested.getAsDouble())
                && isBetween(under, over, suggested.getAsDouble())) {
            return suggested;
        }
        if (under == null || over == null) {
            return isNew(to) ? OptionalDouble.of(to) : OptionalDouble.empty();
        }
        double part = (target - under.share) / (over.share - under.share);
        boolean follows = part > EDGE && part < 1 - EDGE && lastTwoAreOnBothSides();
        double guess = under.threshold + (over.threshold - under.threshold) * (follows ? part : 0.5);
        return isNew(guess) ? OptionalDouble.of(guess) : OptionalDouble.empty();
    }

    /**
     * What {@link #next} asked for.
     *
     * @param suggestion the threshold that would have had the wanted share in the answers that were measured, as far as these tell it
     */
    void measured(double threshold, double share, OptionalDouble suggestion) {
        trials.add(new Trial(threshold, share));
        suggested = suggestion;
    }

    /** The trial that is nearest to the target; of two, the one with the smaller share. */
    Trial best() {
        Trial best = trials.getFirst();
        for (Trial trial : trials) {
            if (off(trial) < off(best) || (off(trial) == off(best) && trial.share < best.share)) {
                best = trial;
            }
        }
        return best;
    }

    private double off(Trial trial) {
        return Math.abs(trial.share - target);
    }

    private @Nullable Trial nearest(boolean above) {
        @Nullable Trial nearest = null;
        for (Trial trial : trials) {
            // of several with one share the last one lies between the others and the target
            if (trial.share > target == above && (nearest == null || off(trial) <= off(nearest))) {
                nearest = trial;
            }
        }
        return nearest;
    }

    private boolean lastTwoAreOnBothSides() {
        return trials.getLast().share > target != trials.get(trials.size() - 2).share > target;
    }

    private boolean isNew(double threshold) {
        return trials.stream().noneMatch(trial -> trial.threshold == threshold);
    }

    /** True also while one side is not known. */
    private static boolean isBetween(@Nullable Trial under, @Nullable Trial over, double threshold) {
        return under == null
                || over == null
                || (threshold > Math.min(under.threshold, over.threshold)
                        && threshold < Math.max(under.threshold, over.threshold));
    }
}
