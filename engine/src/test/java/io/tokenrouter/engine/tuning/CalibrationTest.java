package io.tokenrouter.engine.tuning;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.tokenrouter.engine.throughput.StepTimeCurve;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import net.jqwik.api.Example;

/** From measured steps to a decision: what measuring costs, and whether steps of one device had better overlap. */
class CalibrationTest {

    private static final double MS = 1e6;

    /** Curves G of the design. */
    private static final StepTimeCurve SMALL = StepTimeCurve.of(64, b -> 6 * MS);

    private static final StepTimeCurve LARGE = StepTimeCurve.of(64, b -> 25 * MS + 0.5 * MS * Math.max(0, b - 32));

    private static final TuningOptions OPTIONS = TuningOptions.DEFAULTS.withSimulatedSteps(10_000);

    private final Random random = new Random(3);

    /** A prior 20 % wrong, 3 % noise, every hundredth step five times as long, 1000 steps. */
    @Example
    void whatIsChosenOnMeasuredCurvesIsNearlyTheBest() {
        for (DeviceSharing sharing : List.of(DeviceSharing.SEPARATE, DeviceSharing.ONE_STEP_AT_A_TIME)) {
            Solver solver = new Solver(sharing, false, OPTIONS);
            for (double wrong : new double[] {0.8, 1.2}) {
                Conditions measured = conditions(16, 0.3, List.of(measured(SMALL, wrong), measured(LARGE, wrong)), 1);
                Conditions truth = conditions(16, 0.3, List.of(exact(SMALL), exact(LARGE)), 1);
                double best = solver.predict(truth, solver.best(truth)).tokensPerSecond();
                double chosen = solver.predict(truth, solver.best(measured)).tokensPerSecond();

                assertThat(chosen).as("%s, prior %s", sharing, wrong).isGreaterThan(0.991 * best);
            }
        }
    }

    /** By the design the turning point for these curves is a factor of 1.4 to 1.5. */
    @Example
    void stepsOverlapOrTakeTurnsAsTheirMeasuredSlowdownSays() {
        Solver solver = new Solver(DeviceSharing.OVERLAPPING, false, OPTIONS);
        List<StepTimeEstimate> steps = List.of(exact(SMALL), exact(LARGE));

        assertThat(solver.best(conditions(64, 0.1, steps, 1.2)).serialised()).isFalse();
        assertThat(solver.best(conditions(64, 0.1, steps, 2)).serialised()).isTrue();
    }

    @Example
    void theSlowdownIsMeasuredWhereStepsRanSideBySide() {
        Measurements measured = new Measurements(
                List.of(new TunedModel("small", 64, List.of()), new TunedModel("large", 64, List.of())));
        Load load = new Load() {
            @Override
            public int activeRequests() {
                return 4;
            }

            @Override
            public long committedTokens() {
                return 0;
            }
        };
        long now = 0;
        for (int round = 0; round < 100; round++) {
            now = ran(measured, 0, now, 6 * MS, false);
            now = ran(measured, 1, now, 25 * MS, false);
        }
        measured.collect(now, load);
        for (int round = 0; round < 100; round++) {
            long end = ran(measured, 1, now, 1.5 * 25 * MS, true);
            while (now < end) {
                now = ran(measured, 0, now, 1.5 * 6 * MS, true);
            }
            now = Math.max(now, end);
        }
        measured.collect(now, load);
        measured.collect(now + 2_000_000_000L, load);

        assertThat(measured.slowdown()).isCloseTo(1.5, within(0.1));
        assertThat(measured.estimate(0).curve().nanos(4)).isCloseTo(6 * MS, within(0.1 * MS));
    }

    private static long ran(Measurements measured, int model, long startNanos, double nanos, boolean overlapped) {
        long end = startNanos + (long) nanos;
        measured.feed(model).step(new StepSample(4, 4, 0, false, overlapped, end, (long) nanos));
        return end;
    }

    private StepTimeEstimate measured(StepTimeCurve truth, double wrong) {
        KnotGrid grid = KnotGrid.upTo(64);
        double[] prior = Arrays.stream(grid.rows())
                .mapToDouble(rows -> wrong * truth.nanos(rows))
                .toArray();
        StepTimes times = new StepTimes(grid, prior, 64);
        for (int step = 0; step < 1000; step++) {
            int rows = 1 + random.nextInt(16);
            double outlier = random.nextInt(100) == 0 ? 5 : 1;
            times.observe(rows, 0, truth.nanos(rows) * (1 + 0.03 * random.nextGaussian()) * outlier);
        }
        return times.estimate();
    }

    private static StepTimeEstimate exact(StepTimeCurve curve) {
        KnotGrid grid = KnotGrid.upTo(curve.maxBatch());
        double[] nanos = Arrays.stream(grid.rows()).mapToDouble(curve::nanos).toArray();
        double[] evidence = new double[grid.size()];
        Arrays.fill(evidence, 64);
        return new StepTimeEstimate(grid, nanos, evidence, 0, 0.03, curve.maxBatch());
    }

    private static Conditions conditions(int requests, double toLarge, List<StepTimeEstimate> steps, double slowdown) {
        return new Conditions(
                requests,
                new int[] {0, 1},
                steps,
                List.of(StepLoad.NONE, StepLoad.NONE),
                new double[][] {{1 - toLarge, toLarge}, {1, 0}},
                new double[2][2],
                1,
                slowdown);
    }
}
