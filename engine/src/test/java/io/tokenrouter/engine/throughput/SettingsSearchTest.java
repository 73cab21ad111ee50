package io.tokenrouter.engine.throughput;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Comparator;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The search leaves out runs that cannot matter; here nothing is left out. */
class SettingsSearchTest {

    private final ThroughputModel model = new ThroughputModel(2_000, 4);

    @ParameterizedTest
    @CsvSource({
        "G2, 4, .1, separate, 1e9",
        "G2, 16, .3, separate, 1e9",
        "G2, 64, .3, separate, 50",
        "S, 100, .1, separate, 1e9",
        "S, 256, .3, separate, 1e9",
        "C, 8, .6, separate, 1e9",
        "G, 64, .1, shared, 1e9",
        "G, 64, .1, shared, 45",
        "S, 100, .3, shared, 1e9",
        "G, 16, .1, overlapping, 1e9",
        "G2, 16, .3, separate, 1"
    })
    void theChoiceIsTheBestOfAllThatWereConsidered(
            Curves curves, int requests, double toLarge, String device, double boundMillis) {
        DeviceMode mode = switch (device) {
            case "shared" -> new DeviceMode.OneStepAtATime();
            case "overlapping" -> new DeviceMode.Overlapping(1.4);
            default -> new DeviceMode.Separate();
        };
        Workload workload = curves.pair(requests, toLarge).withDevice(mode);
        Goal goal = new Goal(boundMillis * Curves.MS, 0);
        Advice advice = model.advise(workload, goal);
        Comparator<Advice.Candidate> better = Comparator.comparingDouble(Advice.Candidate::assuredTokensPerSecond);
        Comparator<Advice.Candidate> quicker =
                Comparator.comparingDouble(candidate -> -candidate.prediction().p99GapNanos());

        Advice.Candidate best = advice.considered().stream()
                .map(candidate ->
                        model.evaluate(workload.withDevice(candidate.choice().device()), candidate.choice()))
                .max(Comparator.comparing((Advice.Candidate candidate) ->
                                candidate.prediction().p99GapNanos() <= goal.mostP99GapNanos())
                        .thenComparing((one, other) -> one.prediction().p99GapNanos() <= goal.mostP99GapNanos()
                                ? better.compare(one, other)
                                : quicker.compare(one, other)))
                .orElseThrow();

        assertThat(advice.choice().settings()).isEqualTo(best.choice().settings());
        assertThat(advice.choice().device()).isEqualTo(best.choice().device());
        assertThat(advice.prediction()).isEqualTo(best.prediction());
    }
}
