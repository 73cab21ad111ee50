package io.tokenrouter.engine.tuning;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.tokenrouter.engine.throughput.DeviceMode;
import java.util.List;
import net.jqwik.api.Example;

/** What reaches the conditions of a prediction from steps that run alone, beside others, and with prompts. */
class MeasurementsTest {

    private static final double MS = 1e6;
    private static final double SLOWDOWN = 1.5;

    private final Measurements measured =
            new Measurements(List.of(new TunedModel("small", 64, List.of()), new TunedModel("large", 64, List.of())));
    private long now;
    private long tokens;

    private void collect() {
        measured.collect(now, new Load() {
            @Override
            public int activeRequests() {
                return 4;
            }

            @Override
            public long committedTokens() {
                return tokens;
            }
        });
    }

    /** Steps of 4 rows, 6 ms on the small model and 25 ms on the large one; every fourth has a prompt that takes as long again. */
    private long ran(int model, int number, long startNanos, double slowdown) {
        boolean prefill = number % 4 == 0;
        double alone = (model == 0 ? 6 : 25) * MS * (prefill ? 2 : 1);
        long end = startNanos + (long) (alone * slowdown);
        measured.feed(model)
                .step(new StepSample(4, 4, prefill ? 100 : 0, prefill, slowdown > 1, end, (long) (alone * slowdown)));
        for (int row = 0; row < 4; row++) {
            measured.feed(model).routed(model == 0 && row == 0 ? 1 : 0);
            tokens++;
        }
        return end;
    }

    @Example
    void stepsThatOverlapCountAsWhatTheyWouldHaveTakenAlone() {
        for (int number = 0; number < 100; number++) {
            now = ran(0, number, now, 1);
            now = ran(1, number, now, 1);
        }
        collect();
        long[] ends = {now, now};
        for (int[] numbers = {0, 0}; numbers[0] < 1600; ) {
            int first = ends[0] <= ends[1] ? 0 : 1;
            ends[first] = ran(first, numbers[first]++, ends[first], SLOWDOWN);
            now = Math.min(ends[0], ends[1]);
            collect();
        }
        now += 2_000_000_000L;
        collect();
        Conditions conditions = measured.conditions().orElseThrow();

        assertThat(conditions.slowdown()).isCloseTo(SLOWDOWN, within(0.1));
        assertThat(conditions.loads().get(0).promptNanos()).isCloseTo(6 * MS / 16, within(0.1 * 6 * MS / 16));
        assertThat(conditions.loads().get(1).promptNanos()).isCloseTo(25 * MS / 16, within(0.1 * 25 * MS / 16));
        assertThat(conditions.loads())
                .allSatisfy(load -> assertThat(load.pace()).isCloseTo(1, within(0.05)));
    }

    /** A step of a decision to hold is expected to take what decoding takes. */
    @Example
    void promptsAreNoPartOfTheStepTimesThatDecisionsAreTakenBy() {
        for (int number = 0; number < 400; number++) {
            now = ran(0, number, now, 1);
            now = ran(1, number, now, 1);
        }
        collect();
        TunedPlan plan = new PlanMaker(
                        List.of(new TunedModel("small", 64, List.of()), new TunedModel("large", 64, List.of())))
                .plan(
                        new Solver(DeviceSharing.ONE_STEP_AT_A_TIME, false, TuningOptions.DEFAULTS).greedy(),
                        measured,
                        new DeviceMode.OneStepAtATime(),
                        "");

        assertThat(plan.models().get(0).stepTime().nanos(4)).isCloseTo(6 * MS, within(0.01 * MS));
        assertThat(plan.models().get(1).stepTime().nanos(4)).isCloseTo(25 * MS, within(0.01 * MS));

        // but of predictions: every fourth step takes twice as long
        assertThat(plan.loaded().get(0).stepTime().nanos(4)).isCloseTo(1.25 * 6 * MS, within(0.15 * MS));
        assertThat(plan.loaded().get(1).stepTime().nanos(4)).isCloseTo(1.25 * 25 * MS, within(0.6 * MS));
    }
}
