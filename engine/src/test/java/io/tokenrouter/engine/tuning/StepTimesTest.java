package io.tokenrouter.engine.tuning;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.tokenrouter.engine.throughput.StepTimeCurve;
import java.util.Arrays;
import java.util.Random;
import java.util.function.DoubleUnaryOperator;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.DoubleRange;
import net.jqwik.api.constraints.IntRange;

class StepTimesTest {

    private static final double MS = 1e6;
    private static final DoubleUnaryOperator FLAT = b -> 25 * MS + 0.5 * MS * Math.max(0, b - 32);
    private static final DoubleUnaryOperator STEEP = b -> 15 * MS + 60 * MS * b;
    private static final DoubleUnaryOperator GENTLE = b -> 22 * MS + 0.15 * MS * b;

    private final Random random = new Random(20);

    /** The test of the design: a prior 20 % wrong, 3 % noise, every hundredth step five times as long. */
    @Example
    void correctsAWrongPriorInAThousandStepsWithOutliers() {
        for (DoubleUnaryOperator truth : new DoubleUnaryOperator[] {FLAT, STEEP, GENTLE}) {
            for (double wrong : new double[] {0.8, 1.2}) {
                StepTimes times = times(64, b -> wrong * truth.applyAsDouble(b));
                for (int step = 0; step < 1000; step++) {
                    int rows = 1 + random.nextInt(48);
                    double outlier = random.nextInt(100) == 0 ? 5 : 1;
                    times.observe(rows, 0, truth.applyAsDouble(rows) * noise(0.03) * outlier);
                }
                StepTimeCurve curve = times.estimate().curve();
                for (int rows = 1; rows <= 48; rows++) {
                    double expected = truth.applyAsDouble(rows);
                    assertThat(curve.nanos(rows)).as("%d rows", rows).isCloseTo(expected, within(0.09 * expected));
                }
                assertThat(times.estimate().cv()).isBetween(0.02, 0.06);
            }
        }
    }

    /** A micro-benchmark that ended after one step of one row, and traffic of up to 8. */
    @Example
    void doesNotTakeLargerStepsThanWereMeasuredForFree() {
        KnotGrid grid = KnotGrid.upTo(64);
        double[] prior = new double[grid.size()];
        Arrays.fill(prior, 22 * MS);
        StepTimes times = new StepTimes(grid, prior, 1);
        for (int step = 0; step < 4000; step++) {
            int rows = 1 + step % 8;
            times.observe(rows, 0, (20 + 2 * rows) * MS);
        }
        StepTimeCurve curve = times.estimate().curve();

        assertThat(curve.measuredRows()).isEqualTo(8);
        assertThat(curve.nanos(64)).isCloseTo((20 + 2 * 64) * MS, within(0.05 * 148 * MS));
    }

    @Example
    void tellsTheCostOfCatchUpFromTheCostOfRows() {
        StepTimes times = times(32, b -> 20 * MS);
        for (int step = 0; step < 4000; step++) {
            int rows = 1 + random.nextInt(24);
            int extra = 0;
            for (int row = 0; row < rows; row++) {
                extra += random.nextInt(20);
            }
            times.observe(rows, extra, (GENTLE.applyAsDouble(rows) + 0.05 * MS * extra) * noise(0.03));
        }
        StepTimeEstimate estimate = times.estimate();

        assertThat(estimate.nanosPerExtraToken()).isCloseTo(0.05 * MS, within(0.008 * MS));
        for (int rows = 2; rows <= 24; rows++) {
            double expected = GENTLE.applyAsDouble(rows);
            assertThat(estimate.curve().nanos(rows)).as("%d rows", rows).isCloseTo(expected, within(0.09 * expected));
        }
    }

    @Example
    void stepsWithoutCatchUpHaveNoCostForIt() {
        StepTimes times = times(8, b -> 20 * MS);
        for (int step = 0; step < 500; step++) {
            times.observe(1 + random.nextInt(8), 0, 20 * MS * noise(0.1));
        }
        assertThat(times.estimate().nanosPerExtraToken()).isZero();
    }

    @Example
    void sizesThatWereNotSeenKeepTheShapeOfThePriorAtTheMeasuredLevel() {
        StepTimes times = times(64, b -> STEEP.applyAsDouble(b) * 0.5);
        for (int step = 0; step < 400; step++) {
            int rows = 3 + random.nextInt(6);
            times.observe(rows, 0, STEEP.applyAsDouble(rows) * noise(0.03));
        }
        for (int rows : new int[] {1, 2, 16, 64}) {
            double expected = STEEP.applyAsDouble(rows);
            assertThat(times.estimate().curve().nanos(rows))
                    .as("%d rows", rows)
                    .isCloseTo(expected, within(0.1 * expected));
        }
    }

    /** A device that turned four times slower looks like one outlier after another. */
    @Example
    void believesALevelThatStays() {
        StepTimes times = times(16, FLAT);
        for (int step = 0; step < 300; step++) {
            times.observe(1 + random.nextInt(16), 0, FLAT.applyAsDouble(1) * noise(0.03));
        }
        for (int step = 0; step < 1500; step++) {
            times.observe(1 + random.nextInt(16), 0, 4 * FLAT.applyAsDouble(1) * noise(0.03));
        }
        double expected = 4 * FLAT.applyAsDouble(1);
        for (int rows = 1; rows <= 16; rows++) {
            assertThat(times.estimate().curve().nanos(rows)).isCloseTo(expected, within(0.05 * expected));
        }
    }

    /** A process that has just started runs slowly at all sizes; later it is used at one size only. */
    @Example
    void sizesSeenLongAgoFollowTheOthers() {
        StepTimes times = times(16, GENTLE);
        for (int step = 0; step < 500; step++) {
            int rows = 1 + random.nextInt(16);
            times.observe(rows, 0, 10 * GENTLE.applyAsDouble(rows) * noise(0.1));
        }
        for (int step = 0; step < 6000; step++) {
            times.observe(2, 0, GENTLE.applyAsDouble(2) * noise(0.03));
        }
        for (int rows = 1; rows <= 16; rows++) {
            double expected = GENTLE.applyAsDouble(rows);
            assertThat(times.estimate().curve().nanos(rows))
                    .as("%d rows", rows)
                    .isCloseTo(expected, within(0.1 * expected));
        }
    }

    @Example
    void refusesAPriorThatIsNone() {
        KnotGrid grid = KnotGrid.upTo(2);
        assertThatThrownBy(() -> new StepTimes(grid, new double[] {1}, 2)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> new StepTimes(grid, new double[] {1, 0}, 2))
                .isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> new StepTimes(grid, new double[] {1, Double.NaN}, 2))
                .isInstanceOf(IllegalArgumentException.class);
    }

    /** Whatever the clock says, the estimate is a curve that the throughput model accepts. */
    @Property(tries = 300)
    void staysACurveWhateverIsMeasured(@ForAll long seed, @ForAll @IntRange(min = 1, max = 300) int maxRows) {
        Random wild = new Random(seed);
        StepTimes times = times(maxRows, b -> MS * (1 + b));
        for (int step = 0; step < 300; step++) {
            double nanos = wild.nextInt(10) == 0 ? wild.nextInt(3) - 1 : Math.exp(wild.nextDouble() * 30);
            times.observe(1 + wild.nextInt(maxRows), wild.nextInt(4) * wild.nextInt(500), nanos);
        }
        StepTimeEstimate estimate = times.estimate();

        assertThat(estimate.cv()).isGreaterThanOrEqualTo(0.02).isFinite();
        assertThat(estimate.nanosPerExtraToken()).isGreaterThanOrEqualTo(0).isFinite();
        assertThat(estimate.curve().nanos(1)).isPositive().isFinite();
        assertThat(estimate.curve().maxBatch()).isEqualTo(maxRows);
    }

    @Property(tries = 50)
    void findsAnyAffineCurve(
            @ForAll @DoubleRange(min = 0.01, max = 100) double fixed,
            @ForAll @DoubleRange(min = 0, max = 20) double perRow,
            @ForAll @DoubleRange(min = 0.5, max = 1.9) double wrong,
            @ForAll long seed) {
        Random steps = new Random(seed);
        StepTimes times = times(32, b -> wrong * MS * (fixed + perRow * b));
        for (int step = 0; step < 3000; step++) {
            int rows = 1 + steps.nextInt(32);
            times.observe(rows, 0, MS * (fixed + perRow * rows) * (1 + 0.03 * steps.nextGaussian()));
        }
        for (int rows = 1; rows <= 32; rows++) {
            double expected = MS * (fixed + perRow * rows);
            assertThat(times.estimate().curve().nanos(rows))
                    .as("%d rows", rows)
                    .isCloseTo(expected, within(0.09 * expected));
        }
    }

    private double noise(double cv) {
        return 1 + cv * random.nextGaussian();
    }

    private static StepTimes times(int maxRows, DoubleUnaryOperator prior) {
        KnotGrid grid = KnotGrid.upTo(maxRows);
        double[] values = new double[grid.size()];
        Arrays.setAll(values, knot -> prior.applyAsDouble(grid.rows(knot)));
        return new StepTimes(grid, values, maxRows);
    }
}
