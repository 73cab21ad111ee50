package io.tokenrouter.engine.calibrate;

import io.tokenrouter.engine.routing.ThresholdRule.Sense;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * What one threshold did.
 *
 * @param answers in the order of the prompts
 */
record Outcome(double threshold, List<ReplayPrompt> prompts, List<ReplayedAnswer> answers) {

    Estimate share() {
        return Estimate.ofRatio(
                answers.stream().mapToInt(ReplayedAnswer::largeTokens).toArray(),
                answers.stream().mapToInt(answer -> answer.ids().length).toArray());
    }

    /** @throws IllegalStateException if a prompt does not tell what a right answer is */
    Estimate accuracy() {
        int[] right = new int[answers.size()];
        int[] ones = new int[right.length];
        for (int i = 0; i < right.length; i++) {
            ReplayPrompt.Grader grader = prompts.get(i).grader();
            if (grader == null) {
                throw new IllegalStateException("an accuracy needs an answer with every prompt");
            }
            right[i] = grader.isRight(answers.get(i).ids(), answers.get(i).ended()) ? 1 : 0;
            ones[i] = 1;
        }
        return Estimate.ofRatio(right, ones);
    }

    ScoreSample sample(Sense sense) {
        return new ScoreSample(
                sense,
                answers.stream()
                        .map(answer -> Objects.requireNonNull(answer.scored(), "positions were not scored"))
                        .toList());
    }

    Figures figures(@Nullable Estimate recall, @Nullable Estimate largeAccuracy) {
        boolean isGraded = prompts.stream().noneMatch(prompt -> prompt.grader() == null);
        return new Figures(
                answers.size(),
                answers.stream().mapToLong(answer -> answer.ids().length).sum(),
                share(),
                recall,
                isGraded ? accuracy() : null,
                largeAccuracy);
    }
}
