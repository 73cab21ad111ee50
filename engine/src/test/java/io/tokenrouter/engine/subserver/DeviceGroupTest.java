package io.tokenrouter.engine.subserver;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.tokenrouter.engine.executor.Device;
import io.tokenrouter.engine.throughput.BatchingSettings;
import io.tokenrouter.engine.throughput.BatchingSettings.MinimumBatch.Rule;
import io.tokenrouter.engine.throughput.BucketTrim;
import io.tokenrouter.engine.throughput.DeviceMode;
import io.tokenrouter.engine.throughput.ModelProfile;
import io.tokenrouter.engine.throughput.RoutingMatrix;
import io.tokenrouter.engine.throughput.StepTimeCurve;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What a group of models promises whatever its settings, and what throughput they bring on step times of a known shape. */
class DeviceGroupTest {

    private static final double MILLI = 1e6;

    record Lane(String name, boolean runsOneStepAtATime) implements Device {}

    static final List<Device> SEPARATE = List.of(new Lane("a", true), new Lane("b", true));
    static final List<Device> SHARED = List.of(new Lane("a", true), new Lane("a", true));

    /** Step times 6 ms and 25 ms, the latter longer by half a millisecond for each row beyond 32. */
    private static List<ModelProfile> curves(int cap, double noise) {
        return List.of(
                ModelProfile.of(StepTimeCurve.of(cap, b -> 6 * MILLI)).withNoise(noise),
                ModelProfile.of(StepTimeCurve.of(cap, b -> (25 + 0.5 * Math.max(0, b - 32)) * MILLI))
                        .withNoise(noise));
    }

    private static GroupPlan plan(
            BatchingSettings settings,
            List<ModelProfile> models,
            RoutingMatrix routing,
            DeviceMode device,
            long guard) {
        return new GroupPlan(
                settings,
                models,
                routing,
                device,
                Collections.nCopies(models.size(), guard),
                Collections.nCopies(models.size(), BucketTrim.NONE),
                "test");
    }

    /** Every combination for up to four requests, each until all of them have had their tokens. */
    @Test
    void noSettingsStopAGroupOrHoldARequestPastItsGuard() {
        List<BatchingSettings> settings = new ArrayList<>();
        long[] waits = {0, (long) (3 * MILLI), BatchingSettings.MinimumBatch.NO_LIMIT};
        for (int small = 1; small <= 6; small++) {
            for (int large = 1; large <= 6; large++) {
                for (long wait : waits) {
                    for (long align : new long[] {0, (long) (2 * MILLI)}) {
                        settings.add(new BatchingSettings.MinimumBatch(
                                List.of(new Rule(small, wait, align), new Rule(large, wait, align))));
                    }
                }
            }
        }
        for (double theta : new double[] {0.01, 0.7, 1, 3, 100}) {
            settings.add(new BatchingSettings.IndexHold(theta));
        }
        List<BatchingSettings> serialised = new ArrayList<>(settings);
        for (int threshold = 1; threshold <= 6; threshold++) {
            serialised.add(BatchingSettings.SharedThreshold.of(6, threshold));
        }
        for (int requests = 1; requests <= 4; requests++) {
            for (double[] p : new double[][] {{0.3, 1}, {1, 1}, {0.5, 0.4}}) {
                for (long guard : new long[] {(long) MILLI, (long) (60 * MILLI)}) {
                    RoutingMatrix routing = RoutingMatrix.pair(p[0], p[1]);
                    for (BatchingSettings each : serialised) {
                        runToTheEnd(SHARED, each, requests, routing, new DeviceMode.OneStepAtATime(), guard);
                        runToTheEnd(SEPARATE, each, requests, routing, new DeviceMode.OneStepAtATime(), guard);
                    }
                    for (BatchingSettings each : settings) {
                        runToTheEnd(SEPARATE, each, requests, routing, new DeviceMode.Separate(), guard);
                        runToTheEnd(SEPARATE, each, requests, routing, new DeviceMode.Overlapping(1.5), guard);
                        runToTheEnd(SHARED, each, requests, routing, new DeviceMode.Separate(), guard);
                    }
                }
            }
        }
    }

    private static void runToTheEnd(
            List<Device> devices,
            BatchingSettings settings,
            int requests,
            RoutingMatrix routing,
            DeviceMode device,
            long guard) {
        GroupPlan plan = plan(settings, curves(4, 0), routing, device, guard);
        GroupSimulation simulation = new GroupSimulation(devices, curves(4, 0), routing, plan, requests);
        simulation.add(requests, 12);
        simulation.run(Long.MAX_VALUE);
        assertThat(simulation.isEmpty()).as(plan.toString()).isTrue();
        assertThat(simulation.tokens()).as(plan.toString()).isEqualTo(12L * requests);
        long step = (long) (25 * MILLI * (device instanceof DeviceMode.Overlapping ? 1.5 : 1));
        boolean takeTurns = device instanceof DeviceMode.OneStepAtATime || devices.equals(SHARED);
        long otherModel = takeTurns ? step : 0;
        assertThat(simulation.longestWaitNanos())
                .as(plan.toString())
                .isLessThanOrEqualTo(Math.max(guard, step) + otherModel);
    }

    /** Tokens per second from an independent simulator. */
    @ParameterizedTest
    @CsvSource({
        "16, 0.1, 0, 1753.2",
        "16, 0.3, 0, 1147.4",
        "16, 0.3, 1, 1223.8",
        "64, 0.1, 0, 7006.1",
        "64, 0.1, 1.4, 7180",
        "64, 0.3, 0, 4563.1",
        "64, 0.3, 2, 4763.6",
        "256, 0.3, 0, 7589.4"
    })
    void separateDevicesReachWhatIsPredicted(int requests, double share, double theta, double expected) {
        RoutingMatrix routing = RoutingMatrix.pair(share, 1);
        GroupPlan plan = plan(
                theta == 0 ? new BatchingSettings.Greedy() : new BatchingSettings.IndexHold(theta),
                curves(requests, 0.03),
                routing,
                new DeviceMode.Separate(),
                Duration.ofSeconds(10).toNanos());

        assertThat(rate(SEPARATE, requests, routing, plan)).isCloseTo(expected, within(0.012 * expected));
    }

    @ParameterizedTest
    @CsvSource({
        "16, 0.1, 1, 667.489663",
        "16, 0.1, 9, 1412.3995",
        "64, 0.1, 31, 5464.326276",
        "64, 0.3, 33, 3819.749950",
        "256, 0.1, 95, 12620.570465"
    })
    void aSharedDeviceReachesWhatIsPredicted(int requests, double share, int threshold, double expected) {
        RoutingMatrix routing = RoutingMatrix.pair(share, 1);
        GroupPlan plan = plan(
                BatchingSettings.SharedThreshold.of(requests, threshold),
                curves(requests, 0.03),
                routing,
                new DeviceMode.OneStepAtATime(),
                Duration.ofSeconds(10).toNanos());

        assertThat(rate(SHARED, requests, routing, plan)).isCloseTo(expected, within(0.012 * expected));
    }

    private static double rate(List<Device> devices, int requests, RoutingMatrix routing, GroupPlan plan) {
        GroupSimulation simulation = new GroupSimulation(devices, curves(requests, 0.03), routing, plan, 7);
        simulation.add(requests, Integer.MAX_VALUE);
        long warm = 100L * requests;
        simulation.run(warm);
        long since = simulation.now();
        long from = simulation.tokens();
        simulation.run(from + 3000L * requests);
        return simulation.rateSince(from, since);
    }

    @Test
    void aStepTakesWhatFillsTheBucketAndLeavesTheRestForTheNext() {
        List<ModelProfile> staircase = List.of(ModelProfile.of(StepTimeCurve.of(16, b -> (b <= 8 ? 10 : 30) * MILLI)));
        RoutingMatrix alone = RoutingMatrix.of(new double[][] {{1}});
        GroupPlan plan = new GroupPlan(
                new BatchingSettings.Greedy(),
                staircase,
                alone,
                new DeviceMode.Separate(),
                List.of(Duration.ofSeconds(1).toNanos()),
                List.of(BucketTrim.of(staircase.getFirst().stepTime(), 0.02)),
                "test");
        GroupSimulation simulation = new GroupSimulation(List.of(new Lane("a", true)), staircase, alone, plan, 1);
        simulation.add(12, 100);
        simulation.run(Long.MAX_VALUE);

        assertThat(simulation.now()).isEqualTo((long) (150 * 10 * MILLI));
        assertThat(simulation.longestWaitNanos())
                .as("rows left behind go first")
                .isEqualTo((long) (10 * MILLI));
    }
}
