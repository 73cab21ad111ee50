package io.tokenrouter.engine.tuning;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** Whether conditions have moved so far from others that settings have to be looked at again, and a sentence that says how. */
final class Drift {

    private static final double REQUESTS_RATIO = 1.25;
    private static final double SHARE_ERRORS = 3;
    private static final double SHARE_RATIO = 0.1;
    private static final double PROMPT_ERRORS = 3;
    private static final double PROMPT_RATIO = 0.1;
    private static final double TIME_RATIO = 0.05;
    private static final double TIME_ERRORS = 3;

    /** A knot's mean of fewer steps says little. */
    private static final double EVIDENCE = 8;

    private final List<TunedModel> models;

    Drift(List<TunedModel> models) {
        this.models = models;
    }

    Optional<String> between(Conditions before, Conditions now) {
        if (!Arrays.equals(before.members(), now.members())) {
            return Optional.of("other models have the traffic");
        }
        return requests(before, now)
                .or(() -> shares(before, now))
                .or(() -> times(before, now))
                .or(() -> prompts(before, now));
    }

    private static Optional<String> requests(Conditions before, Conditions now) {
        double ratio = now.requests() / before.requests();
        return ratio >= REQUESTS_RATIO || ratio <= 1 / REQUESTS_RATIO
                ? words("active requests went from %.1f to %.1f", before.requests(), now.requests())
                : Optional.empty();
    }

    private Optional<String> shares(Conditions before, Conditions now) {
        for (int i = 0; i < now.members().length; i++) {
            for (int j = 0; j < now.members().length; j++) {
                double change = Math.abs(now.shares()[i][j] - before.shares()[i][j]);
                double noise = SHARE_ERRORS * now.errors()[i][j];
                if (i != j && change > Math.max(noise, SHARE_RATIO * before.shares()[i][j])) {
                    return words(
                            "the share from %s to %s went from %.1f %% to %.1f %%",
                            id(now, i), id(now, j), 100 * before.shares()[i][j], 100 * now.shares()[i][j]);
                }
            }
        }
        return Optional.empty();
    }

    private Optional<String> times(Conditions before, Conditions now) {
        for (int i = 0; i < now.members().length; i++) {
            StepTimeEstimate old = before.steps().get(i);
            StepTimeEstimate step = now.steps().get(i);
            for (int knot = 0; knot < step.grid().size(); knot++) {
                double evidence = step.evidence()[knot];
                double noise = TIME_ERRORS * step.cv() / Math.sqrt(Math.min(evidence, StepTimes.MEMORY));
                if (evidence >= EVIDENCE
                        && Math.abs(step.nanos()[knot] / old.nanos()[knot] - 1) > Math.max(noise, TIME_RATIO)) {
                    return words(
                            "steps of %d rows of %s went from %.3g ms to %.3g ms",
                            step.grid().rows(knot), id(now, i), old.nanos()[knot] / 1e6, step.nanos()[knot] / 1e6);
                }
            }
        }
        return Optional.empty();
    }

    private Optional<String> prompts(Conditions before, Conditions now) {
        for (int i = 0; i < now.members().length; i++) {
            StepLoad old = before.loads().get(i);
            StepLoad load = now.loads().get(i);
            double noise = PROMPT_ERRORS * Math.max(old.promptError(), load.promptError());
            double change = Math.abs(load.promptNanos() - old.promptNanos());
            if (change > Math.max(noise, PROMPT_RATIO * Math.min(old.answerNanos(), load.answerNanos()))) {
                return words(
                        "prompts of %s went from %.3g ms to %.3g ms for each token",
                        id(now, i), Math.max(0, old.promptNanos()) / 1e6, Math.max(0, load.promptNanos()) / 1e6);
            }
        }
        return Optional.empty();
    }

    private String id(Conditions conditions, int member) {
        return models.get(conditions.members()[member]).id();
    }

    private static Optional<String> words(String pattern, Object... values) {
        return Optional.of(String.format(Locale.ROOT, pattern, values));
    }
}
