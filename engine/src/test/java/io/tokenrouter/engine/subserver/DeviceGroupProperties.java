package io.tokenrouter.engine.subserver;

import static org.assertj.core.api.Assertions.assertThat;

import io.tokenrouter.engine.executor.Device;
import io.tokenrouter.engine.throughput.BatchingSettings;
import io.tokenrouter.engine.throughput.BucketTrim;
import io.tokenrouter.engine.throughput.DeviceMode;
import io.tokenrouter.engine.throughput.ModelProfile;
import io.tokenrouter.engine.throughput.RoutingMatrix;
import io.tokenrouter.engine.throughput.StepTimeCurve;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.ShrinkingMode;

/**
 * Any group of any models under plans that are wrong about everything and change while it runs. {@link GroupSimulation} checks at
 * every instant what {@link GroupPromises} says.
 */
class DeviceGroupProperties {

    @Property(tries = 400, shrinking = ShrinkingMode.OFF)
    void whateverThePlanEveryRequestGetsItsTokens(@ForAll long seed) {
        Random random = new Random(seed);
        int models = 1 + random.nextInt(4);
        List<Device> devices = new ArrayList<>();
        for (int m = 0; m < models; m++) {
            int lane = random.nextInt(models);
            devices.add(new DeviceGroupTest.Lane("lane" + lane, lane % 2 == 0));
        }
        GroupSimulation simulation = new GroupSimulation(
                devices, profiles(random, models), routing(random, models), plan(random, models), seed);
        long expected = 0;
        for (int wave = 0; wave < 6; wave++) {
            int requests = random.nextInt(12);
            int tokens = 1 + random.nextInt(30);
            expected += (long) requests * tokens;
            if (random.nextInt(3) == 0) {
                simulation.addTo(random.nextInt(models), requests, tokens);
            } else {
                simulation.add(requests, tokens);
            }
            simulation.run(simulation.tokens() + random.nextInt(60));
            simulation.follow(plan(random, models));
        }
        simulation.run(Long.MAX_VALUE);

        assertThat(simulation.isEmpty()).isTrue();
        assertThat(simulation.tokens()).isEqualTo(expected);
    }

    private static GroupPlan plan(Random random, int models) {
        List<Long> guards = new ArrayList<>();
        List<BucketTrim> trims = new ArrayList<>();
        List<ModelProfile> profiles = profiles(random, models);
        for (int m = 0; m < models; m++) {
            guards.add(1L + random.nextInt(100_000));
            trims.add(
                    random.nextBoolean()
                            ? BucketTrim.NONE
                            : BucketTrim.of(profiles.get(m).stepTime(), 0));
        }
        DeviceMode device = switch (random.nextInt(3)) {
            case 0 -> new DeviceMode.Separate();
            case 1 -> new DeviceMode.OneStepAtATime();
            default -> new DeviceMode.Overlapping(1 + random.nextDouble() * 2);
        };
        return new GroupPlan(
                settings(random, models, device), profiles, routing(random, models), device, guards, trims, "random");
    }

    static BatchingSettings settings(Random random, int models, DeviceMode device) {
        int kind = random.nextInt(device instanceof DeviceMode.OneStepAtATime ? 4 : 3);
        return switch (kind) {
            case 0 -> new BatchingSettings.Greedy();
            case 1 -> new BatchingSettings.IndexHold(0.01 + random.nextDouble() * 10);
            case 2 -> {
                List<BatchingSettings.MinimumBatch.Rule> rules = new ArrayList<>();
                for (int m = 0; m < models; m++) {
                    rules.add(new BatchingSettings.MinimumBatch.Rule(
                            1 + random.nextInt(40),
                            random.nextBoolean() ? Long.MAX_VALUE : random.nextInt(50_000),
                            random.nextBoolean() ? 0 : random.nextInt(50_000)));
                }
                yield new BatchingSettings.MinimumBatch(rules);
            }
            default -> BatchingSettings.SharedThreshold.of(40, 1 + random.nextInt(40));
        };
    }

    private static List<ModelProfile> profiles(Random random, int models) {
        List<ModelProfile> profiles = new ArrayList<>();
        for (int m = 0; m < models; m++) {
            int cap = 1 + random.nextInt(8);
            double fixed = 1 + random.nextInt(50_000);
            double slope = random.nextInt(5_000);
            int bucket = 1 + random.nextInt(4);
            profiles.add(ModelProfile.of(StepTimeCurve.of(cap, b -> fixed + slope * Math.ceilDiv(b, bucket)))
                    .withNoise(random.nextDouble() * 0.3));
        }
        return profiles;
    }

    static RoutingMatrix routing(Random random, int models) {
        double[][] rows = new double[models][models];
        for (double[] row : rows) {
            double sum = 0;
            for (int to = 0; to < models; to++) {
                row[to] = random.nextInt(3) == 0 ? 0 : random.nextDouble() + 1e-3;
                sum += row[to];
            }
            row[0] += sum == 0 ? 1 : 0;
            sum = sum == 0 ? 1 : sum;
            for (int to = 0; to < models; to++) {
                row[to] /= sum;
            }
        }
        return RoutingMatrix.of(rows);
    }
}
