package io.tokenrouter.engine.throughput;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

import io.tokenrouter.engine.throughput.BatchingSettings.Greedy;
import io.tokenrouter.engine.throughput.BatchingSettings.IndexHold;
import io.tokenrouter.engine.throughput.BatchingSettings.MinimumBatch;
import io.tokenrouter.engine.throughput.BatchingSettings.MinimumBatch.Rule;
import io.tokenrouter.engine.throughput.BatchingSettings.SharedThreshold;
import java.lang.management.ManagementFactory;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class StartRuleTest {

    private static final int SMALL = 0;
    private static final int LARGE = 1;
    private static final long MS = 1_000_000;

    private static final Workload SEPARATE = Curves.G.pair(16, .3);
    private static final Workload SHARED = SEPARATE.withDevice(new DeviceMode.OneStepAtATime());

    @ParameterizedTest(name = "{0}: q={1} a={2} r={3} ms: hold {4}")
    @CsvSource({"LARGE, 1, .9, 6, true", "LARGE, 2, .6, 6, false", "SMALL, 3, 1, 1, true", "SMALL, 3, 1, 7, false"})
    void holdsWhereTheSavedWaitingIsMore(String model, int waiting, double arrivals, long residual, boolean holds) {
        StepTimeCurve curve = model.equals("LARGE") ? Curves.G.large() : Curves.G.small();

        assertThat(IndexHoldRule.holds(curve, waiting, arrivals, residual * MS, 1))
                .isEqualTo(holds);
    }

    @ParameterizedTest
    @CsvSource({".1, 4.166666666666667, .555532", ".3, 4.166666666666667, .738812", ".1, 5, .584008"})
    void economicOrderQuantity(double toLarge, double ratio, double share) {
        assertThat(SharedThresholdRule.economicShare(toLarge, ratio)).isCloseTo(share, within(1e-6));
    }

    @Test
    void aStepThatOutlastsItsPredictionIsExpectedToEndSoon() {
        assertThat(ResidualLife.nanos(10 * MS, 4 * MS, 0)).isEqualTo(6 * MS);
        assertThat(ResidualLife.nanos(10 * MS, 12 * MS, 0)).isZero();
        // at the prediction: sd * sqrt(2 / pi)
        assertThat(ResidualLife.nanos(10 * MS, 10 * MS, .1)).isEqualTo(Math.round(MS * Math.sqrt(2 / Math.PI)));
        // one deviation late: sd * (phi(1) / (1 - Phi(1)) - 1), from tables of the normal distribution
        assertThat(ResidualLife.nanos(10 * MS, 11 * MS, .1)).isCloseTo(Math.round(.525135 * MS), within(2L));
        long near = ResidualLife.nanos(10 * MS, 10 * MS + 5_999_000, .1);
        long far = ResidualLife.nanos(10 * MS, 10 * MS + 6_001_000, .1);
        assertThat(far).isCloseTo(near, within(near / 300));
    }

    @Test
    void greedyRunsTheSlowestFirstThenTheOther() {
        StartRule rule = StartRule.of(new Greedy(), SEPARATE);
        Snapshot state = new Snapshot(16, SEPARATE.routing()).waits(SMALL, 9, 0).waits(LARGE, 7, 0);

        assertThat(rule.next(state)).isEqualTo(LARGE);
        state.waits(LARGE, 0, 0).runs(LARGE, 7, 0, 25 * MS);
        assertThat(rule.next(state)).isEqualTo(SMALL);
        state.waits(SMALL, 0, 0).runs(SMALL, 9, 0, 6 * MS);
        assertThat(rule.next(state)).isEqualTo(StartRule.NONE);
    }

    @Test
    void aMinimumBatchWaitsForRowsOrForItsTime() {
        MinimumBatch settings = new MinimumBatch(List.of(Rule.AT_ONCE, new Rule(4, 9 * MS, 0)));
        StartRule rule = StartRule.of(settings, SEPARATE);
        Snapshot state =
                new Snapshot(16, SEPARATE.routing()).waits(LARGE, 3, 2 * MS).runs(SMALL, 13, 0, 6 * MS);

        assertThat(rule.next(state)).isEqualTo(StartRule.NONE);
        assertThat(rule.nanosToNextDecision(state)).isEqualTo(7 * MS);
        assertThat(rule.next(state.waits(LARGE, 3, 9 * MS))).isEqualTo(LARGE);
        assertThat(rule.next(state.waits(LARGE, 4, 2 * MS))).isEqualTo(LARGE);
    }

    @Test
    void alignmentWaitsForAStepAboutToEndButNotForAChainOfThem() {
        MinimumBatch settings = new MinimumBatch(List.of(new Rule(1, MinimumBatch.NO_LIMIT, 2 * MS), Rule.AT_ONCE));
        StartRule rule = StartRule.of(settings, SEPARATE);
        Snapshot state = new Snapshot(16, SEPARATE.routing()).waits(SMALL, 5, 0).runs(LARGE, 11, 23 * MS, 25 * MS);

        assertThat(rule.next(state)).isEqualTo(StartRule.NONE);
        assertThat(rule.nanosToNextDecision(state)).isEqualTo(2 * MS);
        assertThat(rule.next(state.waits(SMALL, 5, 2 * MS))).isEqualTo(SMALL);
        assertThat(rule.next(state.waits(SMALL, 5, 0).runs(LARGE, 11, 22 * MS, 25 * MS)))
                .isEqualTo(SMALL);
    }

    @Test
    void nothingIsHeldOnceNobodyElseCanCome() {
        MinimumBatch never = new MinimumBatch(
                List.of(new Rule(99, MinimumBatch.NO_LIMIT, 0), new Rule(99, MinimumBatch.NO_LIMIT, 0)));
        Snapshot all = new Snapshot(16, SEPARATE.routing()).waits(LARGE, 16, 0);

        assertThat(StartRule.of(never, SEPARATE).next(all)).isEqualTo(LARGE);
    }

    @Test
    void theFullerOneIsForcedWhenNothingRuns() {
        MinimumBatch settings = new MinimumBatch(
                List.of(new Rule(16, MinimumBatch.NO_LIMIT, 0), new Rule(8, MinimumBatch.NO_LIMIT, 0)));
        Snapshot state =
                new Snapshot(16, SEPARATE.routing()).waits(SMALL, 11, 0).waits(LARGE, 5, 0);

        assertThat(StartRule.of(settings, SEPARATE).next(state)).isEqualTo(SMALL);
        state.waits(SMALL, 9, 0).waits(LARGE, 7, 0);
        assertThat(StartRule.of(settings, SEPARATE).next(state)).isEqualTo(LARGE);
        assertThat(StartRule.of(settings, SHARED).next(state)).isEqualTo(SMALL);
    }

    @Test
    void theGuardEndsEveryHold() {
        List<BatchingSettings> all = List.of(
                new MinimumBatch(List.of(Rule.AT_ONCE, new Rule(9, MinimumBatch.NO_LIMIT, 8 * MS))), new IndexHold(.7));
        Snapshot state = new Snapshot(16, SEPARATE.routing()).waits(LARGE, 1, 0).runs(SMALL, 15, 5 * MS, 6 * MS);
        for (BatchingSettings settings : all) {
            StartRule rule = StartRule.of(
                    settings, SEPARATE.models(), SEPARATE.routing(), SEPARATE.device(), new long[] {MS, MS});

            assertThat(rule.next(state.waits(LARGE, 1, 0))).as("%s", settings).isEqualTo(StartRule.NONE);
            assertThat(rule.nanosToNextDecision(state)).isEqualTo(MS);
            assertThat(rule.next(state.waits(LARGE, 1, MS))).isEqualTo(LARGE);
        }
    }

    @Test
    void anIndexHoldGivesUpOnAStepThatDoesNotEnd() {
        StartRule rule = StartRule.of(new IndexHold(1), SEPARATE);
        Snapshot state = new Snapshot(16, SEPARATE.routing()).waits(LARGE, 1, 0).runs(SMALL, 15, 3 * MS, 6 * MS);

        assertThat(rule.next(state)).isEqualTo(StartRule.NONE);
        assertThat(rule.nanosToNextDecision(state)).isEqualTo(4 * MS);
        assertThat(rule.next(state.runs(SMALL, 15, 7 * MS, 6 * MS))).isEqualTo(LARGE);
    }

    @Test
    void aSharedDeviceRunsTheLargeModelAtItsThreshold() {
        StartRule rule = StartRule.of(SharedThreshold.of(16, 9), SHARED);
        Snapshot state = new Snapshot(16, SHARED.routing()).waits(SMALL, 8, 0).waits(LARGE, 8, 0);

        assertThat(rule.next(state)).isEqualTo(SMALL);
        assertThat(rule.next(state.waits(SMALL, 7, 0).waits(LARGE, 9, 0))).isEqualTo(LARGE);
        assertThat(rule.next(state.waits(SMALL, 0, 0).waits(LARGE, 3, 0))).isEqualTo(LARGE);
        assertThat(rule.next(state.runs(LARGE, 9, 0, 25 * MS))).isEqualTo(StartRule.NONE);
    }

    @Test
    void thresholdsAreSharesOfTheRequestsBetweenTheirPoints() {
        SharedThreshold table = new SharedThreshold(List.of(
                new SharedThreshold.Point(4, 2), new SharedThreshold.Point(8, 2), new SharedThreshold.Point(16, 8)));

        assertThat(table.threshold(1)).isEqualTo(1);
        assertThat(table.threshold(4)).isEqualTo(2);
        assertThat(table.threshold(6)).isEqualTo(2);
        assertThat(table.threshold(12)).isEqualTo(5);
        assertThat(table.threshold(1000)).isEqualTo(500);
    }

    @Test
    void decidingAllocatesNothing() {
        com.sun.management.ThreadMXBean threads = (com.sun.management.ThreadMXBean) ManagementFactory.getThreadMXBean();
        Snapshot state = new Snapshot(16, SEPARATE.routing()).waits(LARGE, 3, 0).runs(SMALL, 12, 2 * MS, 6 * MS);
        Snapshot free = new Snapshot(16, SHARED.routing()).waits(LARGE, 3, 0).waits(SMALL, 13, 0);
        StartRule[] rules = {
            StartRule.of(new Greedy(), SEPARATE),
            StartRule.of(new MinimumBatch(List.of(Rule.AT_ONCE, new Rule(9, 9 * MS, MS))), SEPARATE),
            StartRule.of(new IndexHold(1), SimulationTest.noisy(SEPARATE, .3)),
            StartRule.of(
                    new SharedThreshold(List.of(new SharedThreshold.Point(4, 2), new SharedThreshold.Point(32, 9))),
                    SHARED)
        };
        long sum = 0;
        long before = 0;
        for (int i = 0; i < 20_000; i++) {
            before = i == 10_000 ? threads.getCurrentThreadAllocatedBytes() : before;
            for (StartRule rule : rules) {
                sum += rule.next(state) + rule.next(free) + (rule.nanosToNextDecision(state) & 1);
            }
        }
        long allocated = threads.getCurrentThreadAllocatedBytes() - before;

        assertThat(sum).isNotZero();
        assertThat(allocated).as("bytes in 120,000 decisions").isLessThan(10_000);
    }

    @Test
    void settingsThatDoNotFitAreRefused() {
        assertThatIllegalArgumentException().isThrownBy(() -> StartRule.of(SharedThreshold.of(4, 2), SEPARATE));
        assertThatIllegalArgumentException()
                .isThrownBy(() -> StartRule.of(new MinimumBatch(List.of(Rule.AT_ONCE)), SEPARATE));
        assertThatIllegalArgumentException().isThrownBy(() -> new IndexHold(Double.NaN));
        assertThatIllegalArgumentException().isThrownBy(() -> new Rule(0, 0, 0));
        assertThatIllegalArgumentException().isThrownBy(() -> RoutingMatrix.of(new double[][] {{.5, .4}, {1, 0}}));
        assertThatIllegalArgumentException().isThrownBy(() -> StepTimeCurve.of(4, b -> 5 - b));
    }

    @Test
    void aStaircaseIsTrimmedToItsBestStep() {
        BucketTrim trim = BucketTrim.of(Curves.S.small(), 0);

        assertThat(trim.rows(16)).isEqualTo(16);
        assertThat(trim.rows(100)).isEqualTo(96);
        assertThat(trim.rows(129)).isEqualTo(128);
        assertThat(trim.rows(155)).isEqualTo(155);
        assertThat(BucketTrim.of(Curves.C.large(), 0)).isEqualTo(BucketTrim.NONE);
        assertThat(BucketTrim.of(StepTimeCurve.of(8, b -> b <= 4 ? 100 : 101), .5)
                        .rows(7))
                .isEqualTo(7);
    }
}
