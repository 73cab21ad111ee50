package io.tokenrouter.app.history;

import static org.assertj.core.api.Assertions.assertThat;

import io.tokenrouter.engine.metrics.EngineSnapshot;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Snapshots as an engine would give them, on clocks that the test moves. */
class SamplerTest {

    private static final Instant START = Instant.parse("2026-11-30T12:00:00.400Z");

    private final ActivityRecorder activity = new ActivityRecorder();
    private final List<Sample> samples = new ArrayList<>();
    private final Sampler sampler = new Sampler(activity, () -> List.of("demo"), samples::add);

    @Test
    void aSampleHoldsWhatHappenedInTenSeconds() {
        for (int second = 0; second <= 10; second++) {
            look(second, second, 100 + 25L * second, 10 + second, second < 5 ? 4 : 0);
        }
        assertThat(samples).singleElement().satisfies(sample -> {
            assertThat(sample.startsAt()).isEqualTo(START);
            ModelSpan model = sample.models().getFirst();
            assertThat(model.seconds()).isEqualTo(10);
            assertThat(model.tokens().written()).isEqualTo(250);
            assertThat(model.steps().count()).isEqualTo(10);
            assertThat(model.load().waitingRowSeconds()).as("four of ten looks").isEqualTo(16);
            assertThat(model.load().mostWaiting()).isEqualTo(4);
        });
    }

    @Test
    void aClockThatJumpsMovesSamplesButChangesNoFigure() {
        look(0, 0, 0, 0, 0);
        look(10, 10, 250, 5, 0);
        look(20, 20 + 86_400, 500, 10, 0);
        look(30, 30 - 86_400, 750, 15, 0);

        assertThat(samples).hasSize(3).allSatisfy(sample -> {
            assertThat(sample.models().getFirst().seconds()).isEqualTo(10);
            assertThat(sample.models().getFirst().tokens().written()).isEqualTo(250);
        });
        assertThat(samples.get(1).startsAt()).isEqualTo(START.plusSeconds(10 + 86_400));
        assertThat(samples.get(2).startsAt()).isEqualTo(START.plusSeconds(20 - 86_400));
    }

    @Test
    void aModelThatGoesBetweenTwoSamplesKeepsItsLastTokens() {
        look(0, 0, 1_000, 50, 0);
        activity.modelRemoved(model(1_070, 54, 0));
        see(10, 10);
        see(20, 20);

        ModelSpan last = samples.get(0).models().getFirst();
        assertThat(last.tokens().written()).isEqualTo(70);
        assertThat(last.steps().count()).isEqualTo(4);
        assertThat(samples.get(1).models()).isEmpty();
    }

    @Test
    void aModelThatGoesAndComesAgainLosesNothingAndCountsNothingTwice() {
        look(0, 0, 1_000, 50, 0);
        activity.modelRemoved(model(1_070, 54, 0));
        look(10, 10, 10, 1, 0);
        look(20, 20, 40, 2, 0);

        assertThat(samples.get(0).models().getFirst().tokens().written()).isEqualTo(70);
        assertThat(samples.get(1).models().getFirst().tokens().written())
                .as("since it was loaded anew")
                .isEqualTo(40);
    }

    @Test
    void aModelThatNoSampleSawComesAndGoesWithItsTokens() {
        see(0, 0);
        activity.modelRemoved(model(30, 3, 0));
        activity.modelRemoved(model(12, 2, 0));
        see(10, 10);

        assertThat(samples.getFirst().models()).singleElement().satisfies(span -> {
            assertThat(span.seconds()).isEqualTo(10);
            assertThat(span.tokens().written()).isEqualTo(42);
        });
    }

    @Test
    void aLookThatIsOlderThanTheEndOfAModelCountsNothingTwice() {
        look(0, 0, 1_000, 50, 0);
        activity.modelRemoved(model(1_070, 54, 0));
        look(10, 10, 1_060, 53, 0);
        see(20, 20);

        assertThat(samples.stream()
                        .flatMap(sample -> sample.models().stream())
                        .mapToLong(span -> span.tokens().written())
                        .sum())
                .isEqualTo(70);
    }

    @Test
    void whatCallersGotIsToldByWhatTheyNamed() {
        look(0, 0, 0, 0, 0);
        for (int i = 0; i < 100; i++) {
            activity.tokenCommitted("demo", i % 4 == 0 ? "l" : "s", 0.1f);
            activity.nextToken("demo", 5_000_000);
        }
        activity.firstToken("demo", 80_000_000);
        activity.generationFinished("demo", "cancelled", 7, 100, 3, 0, 1, 2);
        activity.tokenCommitted("not served any more", "s", 0.1f);
        look(10, 10, 0, 0, 0);
        look(20, 20, 0, 0, 0);

        TargetSpan got = samples.get(0).targets().getFirst();
        assertThat(got.target()).isEqualTo("demo");
        assertThat(got.tokens()).isEqualTo(Map.of("s", 75L, "l", 25L));
        assertThat(got.requests().ended()).isEqualTo(1);
        assertThat(got.requests().cancelled()).isEqualTo(1);
        assertThat(got.requests().promptTokens()).isEqualTo(7);
        assertThat(got.firstToken().total()).isEqualTo(1);
        assertThat(TimeBuckets.quantileMillis(got.betweenTokens(), 0.5)).isBetween(4.7, 5.3);
        assertThat(samples.get(0).targets())
                .extracting(TargetSpan::target)
                .containsExactly("demo", "not served any more");
        assertThat(samples.get(1).targets()).extracting(TargetSpan::target).containsExactly("demo");
        assertThat(samples.get(1).targets().getFirst().tokens())
                .as("idle, which is measured")
                .isEmpty();
    }

    private void look(int engineSecond, int wallSecond, long written, long steps, int waiting) {
        see(engineSecond, wallSecond, model(written, steps, waiting));
    }

    private static EngineSnapshot.Model model(long written, long steps, int waiting) {
        return new EngineSnapshot.Model(
                "s",
                waiting,
                0,
                0,
                steps,
                steps,
                written,
                0,
                0,
                written,
                0,
                0,
                0,
                EngineSnapshot.Kept.NONE,
                EngineSnapshot.Spare.NONE,
                EngineSnapshot.Graphs.NONE,
                0,
                0,
                3,
                1,
                10,
                0,
                EngineSnapshot.Batching.NONE);
    }

    private void see(int engineSecond, int wallSecond, EngineSnapshot.Model... models) {
        sampler.see(
                new EngineSnapshot(engineSecond * 1_000_000_000L, List.of(models), List.of()),
                START.plusSeconds(wallSecond));
    }
}
