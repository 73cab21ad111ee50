package io.tokenrouter.engine.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import io.tokenrouter.engine.api.FinishReason;
import io.tokenrouter.engine.api.GenerationStats;
import io.tokenrouter.engine.api.GenerationStep;
import io.tokenrouter.engine.api.TokenEvent;
import io.tokenrouter.engine.api.TokenListener;
import io.tokenrouter.engine.fixtures.EventLog;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The steps of one generation as its listener hears of them. */
class GenerationStepsTest {

    private static final int[] PROMPT = {3, 1, 4, 1, 5};

    /** Keeps steps and events in the order in which they came. */
    private static final class StepLog implements TokenListener {
        final EventLog events = new EventLog();
        final List<GenerationStep> steps = new ArrayList<>();
        final List<Integer> tokensBefore = new ArrayList<>();

        @Override
        public void onEvent(TokenEvent event) {
            events.onEvent(event);
        }

        @Override
        public void onStep(GenerationStep step) {
            steps.add(step);
            tokensBefore.add(events.tokens().size());
        }
    }

    @Test
    void everyStepIsToldOnceInOrderBeforeWhatItBrought() {
        try (FakePair pair = new FakePair()) {
            StepLog log = new StepLog();
            pair.submit(pair.request("pair", PROMPT, 60, FakePair.entropy(0.5)), log);
            GenerationStats stats = log.events.awaitFinished().stats();

            assertThat(stats.switches()).as("an answer of both models").isPositive();
            assertThat(log.steps.getFirst().start()).isZero();
            assertThat(log.steps.getFirst().count()).as("ids of the prompt").isEqualTo(PROMPT.length);
            assertThat(log.tokensBefore.getFirst()).isZero();
            long last = stats.queuedNanos();
            for (GenerationStep step : log.steps) {
                assertThat(step.startedNanos()).isGreaterThanOrEqualTo(last);
                assertThat(step.endedNanos()).isGreaterThanOrEqualTo(step.startedNanos());
                assertThat(step.rows()).isPositive();
                last = step.endedNanos();
            }
            assertThat(last).isLessThanOrEqualTo(stats.totalNanos());
            stats.catchUpTokens()
                    .forEach((model, count) -> assertThat(log.steps.stream()
                                    .filter(step -> step.model().equals(model))
                                    .mapToInt(GenerationStep::caughtUp)
                                    .sum())
                            .as("read by " + model + " of the other's")
                            .isEqualTo(count));
            pair.assertIdleAndBalanced();
        }
    }

    @Test
    void aListenerThatFailsThereEndsItsGenerationOnly() {
        try (FakePair pair = new FakePair()) {
            EventLog events = new EventLog();
            pair.submit(pair.request("pair", PROMPT, 60, null), new TokenListener() {
                @Override
                public void onEvent(TokenEvent event) {
                    events.onEvent(event);
                }

                @Override
                public void onStep(GenerationStep step) {
                    throw new IllegalStateException("a listener's own fault");
                }
            });
            assertThat(events.awaitFinished().reason()).isEqualTo(FinishReason.CANCELLED);
            assertThat(pair.run(pair.request("pair", PROMPT, 8, null)).tokens()).hasSize(8);
            pair.assertIdleAndBalanced();
        }
    }
}
