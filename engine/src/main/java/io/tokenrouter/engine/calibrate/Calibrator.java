package io.tokenrouter.engine.calibrate;

import io.tokenrouter.engine.api.EngineException;
import io.tokenrouter.engine.api.PolicySpec;
import io.tokenrouter.engine.routing.RoutingAlgorithms;
import io.tokenrouter.engine.routing.ThresholdRange;
import io.tokenrouter.engine.routing.ThresholdRule;
import io.tokenrouter.engine.routing.ThresholdRule.Sense;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.OptionalDouble;
import org.jspecify.annotations.Nullable;

/**
 * Finds a policy's threshold by replaying prompts through the real pair. Counted signals give the first guess; since each token of the
 * large model changes what follows, the guess is replayed and corrected until the measured figure is the wanted one. For one thread.
 */
public final class Calibrator {

    private static final double SHARE_TOLERANCE = 0.005;

    /** So near predictions are to hold on other traffic; what is further off is not what was asked for. */
    private static final double MOST_OFF = 0.02;

    private static final int MOST_TRIALS = 10;

    /** Where nothing suggests a threshold. */
    private static final int MOST_SEARCHED = 16;

    /** Halvings of the share on the way to an accuracy: the last step is 3 points of share. */
    private static final int ACCURACY_TRIALS = 5;

    private final Replay replay;
    private final RoutingAlgorithms algorithms;
    private final PolicySpec policy;
    private final String option;
    private final ThresholdRange range;
    private final @Nullable ThresholdRule rule;
    private final List<Calibration.Trial> trials = new ArrayList<>();

    /**
     * @param policy whose threshold is to be found
     * @param vocabularySize ids of the pair's vocabulary
     * @throws EngineException INVALID_REQUEST if it is not valid, has no threshold, or one that does nothing
     */
    public Calibrator(Replay replay, RoutingAlgorithms algorithms, PolicySpec policy, int vocabularySize) {
        this.replay = replay;
        this.algorithms = algorithms;
        this.policy = policy;
        this.option = algorithms.thresholdSpec(policy.algorithm()).name();
        this.range = algorithms.thresholdRange(policy);
        this.rule = algorithms.thresholdRule(policy, vocabularySize).orElse(null);
    }

    /**
     * @param prompts by which it is chosen, at least one
     * @param heldOut on which it is measured afterwards; may be empty
     * @throws EngineException INVALID_REQUEST where this policy cannot be calibrated so, or nothing reaches the goal; or what the engine
     *     refuses or could not do
     * @throws IllegalStateException if the prompts do not tell what was asked
     */
    public Calibration calibrate(Goal goal, List<ReplayPrompt> prompts, List<ReplayPrompt> heldOut)
            throws InterruptedException {
        return switch (goal) {
            case Goal.Share(double share) -> byShare(share, prompts, heldOut);
            case Goal.Recall(double recall) -> byRecall(recall, prompts, heldOut);
            case Goal.Accuracy(double within) -> byAccuracy(within, prompts, heldOut);
        };
    }

    private Calibration byShare(double target, List<ReplayPrompt> prompts, List<ReplayPrompt> heldOut)
            throws InterruptedException {
        double never = rule == null || rule.sense() == Sense.BELOW ? range.min() : range.max();
        double always = never == range.min() ? range.max() : range.min();
        ShareSearch search =
                new ShareSearch(target, SHARE_TOLERANCE, rule == null ? MOST_SEARCHED : MOST_TRIALS, never, always);
        // not the outcomes themselves: they hold every answer
        Map<Double, Figures> figures = new HashMap<>();
        for (OptionalDouble next = search.next(); next.isPresent(); next = search.next()) {
            Outcome outcome = tried(next.getAsDouble(), prompts);
            figures.put(outcome.threshold(), outcome.figures(null, null));
            OptionalDouble suggestion = rule == null
                    ? OptionalDouble.empty()
                    : OptionalDouble.of(
                            range.nearest(outcome.sample(rule.sense()).forShare(target)));
            search.measured(outcome.threshold(), outcome.share().value(), suggestion);
        }
        double best = search.best().threshold();
        Figures nearest = Objects.requireNonNull(figures.get(best));
        if (Math.abs(search.best().share() - target) > MOST_OFF) {
            throw unreachable(target, search.best());
        }
        Figures measured = heldOut.isEmpty() ? null : replayed(best, heldOut).figures(null, null);
        return new Calibration(best, nearest, measured, trials);
    }

    private EngineException unreachable(double target, ShareSearch.Trial nearest) {
        return EngineException.invalid(
                "share",
                String.format(
                        Locale.ROOT,
                        "no threshold of %d that were tried gives the large model %.1f %% of the tokens; nearest came %s %s with %.1f %%."
                                + " With this policy and these prompts the share may be out of reach, or jump over it.",
                        trials.size(),
                        100 * target,
                        option,
                        shown(nearest.threshold()),
                        100 * nearest.share()));
    }

    private Calibration byRecall(double recall, List<ReplayPrompt> prompts, List<ReplayPrompt> heldOut)
            throws InterruptedException {
        ThresholdRule known = requireRule("recall");
        ScoreSample sample = tried(always(known), prompts).sample(known.sense());
        double threshold = range.nearest(sample.forRecall(recall));
        Figures predicted = tried(threshold, prompts).figures(sample.recall(threshold), null);
        Figures measured = null;
        if (!heldOut.isEmpty()) {
            ScoreSample others = replayed(always(known), heldOut).sample(known.sense());
            measured = replayed(threshold, heldOut)
                    .figures(others.differing() == 0 ? null : others.recall(threshold), null);
        }
        return new Calibration(threshold, predicted, measured, trials);
    }

    /** The smallest share that is accurate enough, by halving: accuracy is taken to rise with the share. */
    private Calibration byAccuracy(double within, List<ReplayPrompt> prompts, List<ReplayPrompt> heldOut)
            throws InterruptedException {
        ThresholdRule known = requireRule("accuracy");
        Outcome large = tried(always(known), prompts);
        double wanted = large.accuracy().value() - within - 1e-9;
        Outcome best = large;
        Outcome newest = tried(never(known), prompts);
        if (newest.accuracy().value() >= wanted) {
            best = newest;
        } else {
            double tooLittle = 0;
            double enough = 1;
            for (int i = 0; i < ACCURACY_TRIALS; i++) {
                double share = (tooLittle + enough) / 2;
                newest = tried(range.nearest(newest.sample(known.sense()).forShare(share)), prompts);
                if (newest.accuracy().value() >= wanted) {
                    best = newest;
                    enough = share;
                } else {
                    tooLittle = share;
                }
            }
        }
        Figures measured = null;
        if (!heldOut.isEmpty()) {
            Estimate largeAccuracy = replayed(always(known), heldOut).accuracy();
            measured = replayed(best.threshold(), heldOut).figures(null, largeAccuracy);
        }
        return new Calibration(best.threshold(), best.figures(null, large.accuracy()), measured, trials);
    }

    private Outcome tried(double threshold, List<ReplayPrompt> prompts) throws InterruptedException {
        Outcome outcome = replayed(threshold, prompts);
        trials.add(new Calibration.Trial(threshold, outcome.share().value()));
        return outcome;
    }

    private Outcome replayed(double threshold, List<ReplayPrompt> prompts) throws InterruptedException {
        PolicySpec spec = algorithms.override(policy, null, Map.of(), threshold);
        return new Outcome(threshold, prompts, replay.run(option + " " + shown(threshold), prompts, spec, rule));
    }

    private ThresholdRule requireRule(String goal) {
        if (rule == null) {
            throw EngineException.invalid(
                    "policy",
                    "the threshold of this policy is not compared with single positions, so that a " + goal
                            + " does not lead to one; choose a share");
        }
        return Objects.requireNonNull(rule);
    }

    private double always(ThresholdRule known) {
        return known.sense() == Sense.FROM ? range.min() : range.max();
    }

    private double never(ThresholdRule known) {
        return known.sense() == Sense.FROM ? range.max() : range.min();
    }

    private static String shown(double threshold) {
        return String.format(Locale.ROOT, "%.4g", threshold);
    }
}
