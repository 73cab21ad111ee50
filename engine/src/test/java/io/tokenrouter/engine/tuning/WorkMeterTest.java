package io.tokenrouter.engine.tuning;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.tokenrouter.engine.throughput.ModelProfile;
import io.tokenrouter.engine.throughput.StepTimeCurve;
import java.util.Arrays;
import java.util.List;
import net.jqwik.api.Example;

/** What requests make of steps, from steps whose times are known: 10 ms, 1 ms for each row, .1 ms for each id beyond one a row. */
class WorkMeterTest {

    private static final double MS = 1e6;
    private static final KnotGrid GRID = KnotGrid.upTo(16);

    private final WorkMeter meter = new WorkMeter(GRID);
    private long now;

    private static double nanos(double rows, double extra) {
        return (10 + rows + 0.1 * extra) * MS;
    }

    private static StepTimeEstimate truth() {
        double[] nanos =
                Arrays.stream(GRID.rows()).mapToDouble(rows -> nanos(rows, 0)).toArray();
        return new StepTimeEstimate(GRID, nanos, new double[GRID.size()], 0.1 * MS, 0.02, GRID.rows(GRID.size() - 1));
    }

    private void decode(int rows, int extra, double pace) {
        ran(rows, rows, extra, false, pace * nanos(rows, extra));
    }

    private void prompt(int rows, int answers, int promptIds) {
        ran(rows, answers, promptIds - 1, true, nanos(rows, promptIds - 1));
    }

    private void ran(int rows, int answers, int extra, boolean prefill, double nanos) {
        now += (long) nanos;
        double expected = nanos(rows, prefill ? 0 : extra);
        meter.add(new StepSample(rows, answers, extra, prefill, false, now, (long) nanos), nanos, expected);
    }

    @Example
    void knowsOfNoLoadBeforeAnyStep() {
        assertThat(meter.load(truth())).isEqualTo(StepLoad.NONE);
    }

    @Example
    void stepsOfAnySizeAsExpectedAreNoLoad() {
        for (int step = 0; step < 1000; step++) {
            decode(1 + step % 16, step % 5, 1);
        }
        StepLoad load = meter.load(truth());

        assertThat(load.pace()).isCloseTo(1, within(1e-6));
        assertThat(load.promptNanos()).isZero();
        assertThat(load.catchUpIds()).isCloseTo(2 / 8.5, within(0.01));
    }

    @Example
    void promptsAreWhatTheirStepsTakeBeyondADecodeStep() {
        for (int step = 0; step < 1000; step++) {
            decode(4, 0, 1);
            prompt(4, 4, 101);
        }
        StepLoad load = meter.load(truth());

        assertThat(load.promptNanos()).isCloseTo(0.1 * MS * 100 / 8, within(0.01 * MS));
        assertThat(load.answerNanos()).isCloseTo((14 + 24) * MS / 8, within(0.01 * MS));
        assertThat(load.catchUpIds()).isZero();
    }

    /** A long prompt in parts: no token comes of the first ones, so that decoding has no part in their time. */
    @Example
    void stepsWithoutAnAnswerCountWholly() {
        for (int step = 0; step < 1000; step++) {
            prompt(1, 0, 101);
            prompt(1, 1, 101);
            decode(1, 0, 1);
        }
        assertThat(meter.load(truth()).promptNanos()).isCloseTo((21 + 10) * MS / 2, within(0.1 * MS));
    }

    @Example
    void pausesMakeTheMeanStepLonger() {
        for (int step = 0; step < 3000; step++) {
            decode(8, 0, step % 10 == 0 ? 3 : 1);
        }
        assertThat(meter.load(truth()).pace()).isCloseTo(1.2, within(0.01));
    }

    @Example
    void aMachineThatSleptIsNoLoad() {
        for (int step = 0; step < 300; step++) {
            decode(8, 0, 1);
            prompt(8, 8, 101);
        }
        double before = meter.load(truth()).promptNanos();
        decode(8, 0, 1e6);
        ran(8, 8, 100, true, 1e6 * nanos(8, 100));
        for (int step = 0; step < 10; step++) {
            decode(8, 0, 1);
            prompt(8, 8, 101);
        }

        assertThat(meter.load(truth()).pace()).isBetween(1.0, 1.1);
        assertThat(meter.load(truth()).promptNanos()).isBetween(before, 1.3 * before);
    }

    @Example
    void followsWithinSeconds() {
        for (int step = 0; step < 3000; step++) {
            decode(8, 0, 1);
        }
        for (int step = 0; step < 1000; step++) {
            decode(8, 0, 2);
        }
        assertThat(meter.load(truth()).pace()).isCloseTo(2, within(0.05));
    }

    /** Of steps of a second, five seconds would hold five. */
    @Example
    void keepsTheLastStepsWhereTheyAreSlow() {
        for (int step = 0; step < 3000; step++) {
            decode(8, 9820, 1);
        }
        for (int step = 0; step < 256; step++) {
            decode(8, 9820, 2);
        }
        assertThat(meter.load(truth()).pace()).isCloseTo(1 + 1 - Math.exp(-1), within(0.01));
    }

    /** Steps that overlapped are counted when those beside them have ended. */
    @Example
    void forgetsNoFasterWhenStepsAreCountedLate() {
        WorkMeter late = new WorkMeter(GRID);
        for (int step = 0; step < 400; step++) {
            double pace = step < 200 ? 0.2 : 0.6;
            decode(1, 0, pace);
            double nanos = pace * nanos(1, 0);
            long end = step % 2 == 0 ? now : now - (long) (1000 * MS);
            late.add(new StepSample(1, 1, 0, false, false, end, (long) nanos), nanos, nanos(1, 0));
        }
        assertThat(late.load(truth()).pace()).isCloseTo(meter.load(truth()).pace(), within(0.02));
    }

    /** The throughput model draws what an endless request catches up with; the rows bear the rest, and the prompts. */
    @Example
    void aLoadedProfileTakesTheTimeThatWasMeasured() {
        ModelProfile bare = ModelProfile.of(StepTimeCurve.of(16, rows -> nanos(rows, 0)))
                .withCatchUp(0.1 * MS)
                .withNoise(0.1);
        for (double endless : List.of(0.0, 2.0, 5.0, 20.0)) {
            ModelProfile loaded = new StepLoad(1.5, 5, 3 * MS, 0, 0).on(bare, endless);
            for (int rows : new int[] {1, 7, 16}) {
                double inTheMean = loaded.stepTime().nanos(rows) + loaded.nanosPerCatchUpToken() * endless * rows;

                assertThat(inTheMean).isCloseTo(1.5 * nanos(rows, 5 * rows) + 3 * MS * rows, within(1.0));
            }
            assertThat(loaded.nanosPerCatchUpToken()).isLessThanOrEqualTo(1.5 * 0.1 * MS);
            assertThat(loaded.noise()).isEqualTo(0.1);
        }
    }
}
