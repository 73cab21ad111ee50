package io.tokenrouter.bench.batching;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.tokenrouter.engine.api.GenerationRequest;
import io.tokenrouter.engine.api.PolicySpec;
import io.tokenrouter.engine.metrics.StepReport;
import io.tokenrouter.engine.throughput.DeviceMode;
import io.tokenrouter.engine.throughput.ModelProfile;
import io.tokenrouter.engine.throughput.StepTimeCurve;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

class BatchingArithmeticTest {

    private static final double MILLI = 1e6;

    @Test
    void everyRowBearsItsPartOfThePrompts() {
        ModelProfile flat =
                ModelProfile.of(StepTimeCurve.of(10, rows -> 10 * MILLI)).withCatchUp(MILLI);

        List<ModelProfile> loaded = Traffic.REASONING.loaded(List.of(flat, flat), 0.1);

        assertThat(loaded.getFirst().stepTime().nanos(2))
                .as("64 ids of a prompt on 1000 rows")
                .isCloseTo((10 + 2 * 0.064) * MILLI, within(1.0));
        assertThat(loaded.getLast().stepTime().nanos(2))
                .as("64 ids of a prompt on 100 rows")
                .isCloseTo((10 + 2 * 0.64) * MILLI, within(1.0));
        assertThat(loaded).allMatch(model -> model.nanosPerCatchUpToken() == MILLI);
    }

    @Test
    void anAgentsPromptsCostTheirNewIdsOnly() {
        assertThat(Traffic.AGENT.promptIdsPerAnswer())
                .as("256 ids, then five times 128 and half a block")
                .isCloseTo((256 + 5 * 136) / 6.0, within(1e-9));
    }

    @Test
    void aConversationGoesOnWhereItEndedAndFitsItsContext() {
        Conversation client = new Conversation(Traffic.AGENT, "pair", PolicySpec.of("uncertainty"), 0, 1, 50);
        int[] before = {};
        for (int turn = 0; turn < Traffic.AGENT.turns(); turn++) {
            GenerationRequest request = client.next();
            int[] prompt = request.promptIds();
            assertThat(Arrays.copyOf(prompt, before.length)).isEqualTo(before);
            assertThat(prompt.length + request.stop().maxTokens()).isLessThan(Traffic.AGENT.context());
            before = Arrays.copyOf(prompt, prompt.length + 1);
            before[prompt.length] = 7;
            client.wrote(7);
        }

        assertThat(client.next().promptIds()).as("a new one").hasSize(Traffic.AGENT.firstPrompt());
    }

    @Test
    void whatTheRuntimeAddsIsTheLineThroughTheDifferencesWithoutPauses() {
        ModelProfile executor = ModelProfile.of(StepTimeCurve.of(64, rows -> 5 * MILLI + 1000 * rows))
                .withCatchUp(500);
        HandOffMeter steps = new HandOffMeter("small", executor);
        for (int rows : new int[] {1, 8, 64}) {
            long took = Math.round(5 * MILLI + 1000 * rows + 3 * 500 + 90_000 + 7_000 * rows);
            steps.stepEnded(step("small", rows, 3, took));
            steps.stepEnded(step("large", rows, 0, 1));
            steps.stepEnded(step("small", rows, 3, 3 * took));
        }

        HandOff handOff = steps.handOff();

        assertThat(handOff.perStep()).isCloseTo(90_000, within(1.0));
        assertThat(handOff.perRow()).isCloseTo(7_000, within(0.1));
        assertThat(handOff.addedTo(List.of(executor)).getFirst().stepTime().nanos(10))
                .isCloseTo(5 * MILLI + 10_000 + 90_000 + 70_000, within(2.0));
    }

    private static StepReport step(String model, int rows, int extra, long nanos) {
        return new StepReport(model, rows, rows, rows + extra, extra, 0, nanos, 0, false);
    }

    @Test
    void errorsAreSharesOfWhatWasMeasured() {
        Accuracy accuracy = new Accuracy();
        accuracy.add(new Outcome.Pair(90, 100));
        accuracy.add(new Outcome.Pair(102, 100));

        assertThat(accuracy.mean()).isCloseTo(0.06, within(1e-9));
        assertThat(accuracy.worst()).isCloseTo(0.1, within(1e-9));
    }

    @Test
    void fewRequestsAreCountedLongerAndManyUntilEachWasAtTheLargeModel() {
        assertThat(Timing.of(4, 1, 0.1, 0).window()).isEqualTo(16);
        assertThat(Timing.of(4, 64, 0.1, 0).window()).isEqualTo(4);
        assertThat(Timing.of(4, 1024, 2, 0).window()).isEqualTo(16);
        assertThat(Timing.of(4, 16, 0.0625, 0.5)).isEqualTo(new Timing(1.5, 0.3, 4));
        assertThat(new Timing(1, 0.5, 4).total(3)).isEqualTo(14.5);
    }

    @Test
    void waysThatAreOneAreMeasuredOnce() {
        assertThat(new ProfileCase(new DeviceMode.Separate(), 4, 0.1, Traffic.AGENT).contenders())
                .isEqualTo(3);
        assertThat(new ProfileCase(new DeviceMode.OneStepAtATime(), 4, 0.1, Traffic.AGENT).contenders())
                .isEqualTo(2);
        assertThat(new ProfileCase(new DeviceMode.Separate(), 1, 0.1, Traffic.AGENT).contenders())
                .isEqualTo(1);
    }

    @Test
    void stretchedCurvesTakeLongerByAFactor() {
        ModelProfile plain = Curve.S.profiles(List.of(0.01, 0.05), 1).getLast();
        ModelProfile slow = Curve.S.profiles(List.of(0.01, 0.05), 4).getLast();

        assertThat(plain.stepTime().nanos(5)).isCloseTo((22 + 0.15 * 8) * MILLI, within(1.0));
        assertThat(slow.stepTime().nanos(300)).isCloseTo(4 * (22 + 0.15 * 320) * MILLI, within(1.0));
        assertThat(slow.nanosPerCatchUpToken()).isEqualTo(0.2 * MILLI);
    }
}
