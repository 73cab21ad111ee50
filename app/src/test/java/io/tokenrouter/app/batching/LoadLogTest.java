package io.tokenrouter.app.batching;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.tokenrouter.app.batching.LoadMeter.Reading;
import io.tokenrouter.engine.metrics.EngineSnapshot;
import io.tokenrouter.ui.PairBatching;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class LoadLogTest {

    private static final long SECOND = 1_000_000_000L;

    private final LoadLog log = new LoadLog();

    private void run(int seconds, int requests, long smallEach, long largeEach, Double predicted) {
        for (int s = 0; s < seconds; s++) {
            log.add(
                    new Reading(s * SECOND, requests, s * smallEach, s * largeEach),
                    new Reading((s + 1) * SECOND, requests, (s + 1) * smallEach, (s + 1) * largeEach),
                    "greedy",
                    predicted);
        }
    }

    @Test
    void aLoadIsShownOnceItLastedAndSaysWhatWasMeasuredAndPredicted() {
        run(9, 4, 90, 10, 98.0);
        assertThat(log.shown()).isEmpty();
        run(1, 4, 90, 10, 98.0);
        assertThat(log.shown()).singleElement().satisfies(load -> {
            assertThat(load.requests()).isEqualTo(4);
            assertThat(load.measuredTokensPerSecond()).isCloseTo(100, within(1e-9));
            assertThat(load.predictedTokensPerSecond()).isCloseTo(98, within(1e-9));
            assertThat(load.largeShare()).isCloseTo(0.1, within(1e-9));
        });
    }

    @Test
    void whatWasNotPredictedIsNoFigure() {
        run(20, 4, 90, 10, null);
        assertThat(log.shown().getFirst().predictedTokensPerSecond()).isNull();
    }

    @Test
    void anIntervalInWhichTheLoadChangedCountsForNone() {
        log.add(new Reading(0, 4, 0, 0), new Reading(60 * SECOND, 5, 600, 0), "greedy", null);
        log.add(new Reading(0, 0, 0, 0), new Reading(60 * SECOND, 0, 0, 0), "greedy", null);
        assertThat(log.shown()).isEmpty();
    }

    @Test
    void loadsComeWithTheMostRequestsFirstAndOnlyTheLongestOfMany() {
        IntStream.rangeClosed(1, 16).forEach(n -> run(10 + n, n, 10, 1, null));
        List<Integer> requests =
                log.shown().stream().map(PairBatching.Load::requests).toList();
        assertThat(requests).containsExactly(16, 15, 14, 13, 12, 11, 10, 9, 8, 7, 6, 5);
    }

    @Test
    void manyRequestsAreAlikeWhereTheyDifferLittle() {
        assertThat(IntStream.of(1, 16, 17, 63, 64, 67, 100, 1000).map(LoadLog::alike))
                .containsExactly(1, 16, 18, 64, 64, 64, 104, 1024);
    }

    @Test
    void theMeterKnowsTheLastTenSeconds() {
        LoadMeter meter = new LoadMeter("demo", "s", "l");
        assertThat(meter.tokensPerSecond()).isNull();
        for (int s = 0; s <= 30; s++) {
            long slow = 10L * s;
            meter.take(snapshot(s * SECOND, s <= 20 ? slow : slow + 30L * (s - 20), 2L * s));
        }
        assertThat(meter.tokensPerSecond()).isCloseTo(42, within(1e-9));
        assertThat(meter.largeShare()).isCloseTo(20.0 / 420, within(1e-9));
        assertThat(meter.requests())
                .as("of the pair and its models, once they run")
                .isEqualTo(2);

        meter.take(snapshot(31 * SECOND, 5, 1));
        assertThat(meter.tokensPerSecond()).as("a model was loaded again").isNull();
    }

    private static EngineSnapshot snapshot(long atNanos, long small, long large) {
        return new EngineSnapshot(
                atNanos,
                List.of(model("s", small), model("l", large)),
                List.of(request("demo", "s"), request("l", "l"), request("demo", ""), request("other", "s")));
    }

    private static EngineSnapshot.Model model(String id, long written) {
        return new EngineSnapshot.Model(
                id,
                0,
                0,
                0,
                0,
                0,
                0,
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
                0,
                0,
                0,
                0,
                EngineSnapshot.Batching.NONE);
    }

    private static EngineSnapshot.Request request(String target, String at) {
        return new EngineSnapshot.Request("r", target, at, false, 1, 1, 0, 0);
    }
}
