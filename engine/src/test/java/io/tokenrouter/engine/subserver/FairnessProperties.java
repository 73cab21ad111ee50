package io.tokenrouter.engine.subserver;

import static org.assertj.core.api.Assertions.assertThat;

import io.tokenrouter.engine.executor.Device;
import io.tokenrouter.engine.throughput.BatchingSettings;
import io.tokenrouter.engine.throughput.BucketTrim;
import io.tokenrouter.engine.throughput.DeviceMode;
import io.tokenrouter.engine.throughput.ModelProfile;
import io.tokenrouter.engine.throughput.StepTimeCurve;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.ShrinkingMode;

/**
 * How long anybody may wait for a step, under rules that are wrong about everything and change, steps of any length and requests
 * that come at any time; steps have room for all. {@link GroupPromises} checks beside that on a device that takes turns nobody goes
 * before somebody who is overdue and has waited longer.
 */
class FairnessProperties {

    private static final int ROOM = 64;

    /** At a model with a device of its own a request waits for its guard or for the step that ran when it came, not for both. */
    @Property(tries = 300, shrinking = ShrinkingMode.OFF)
    void onDevicesOfTheirOwn(@ForAll long seed) {
        Random random = new Random(seed);
        int models = 2 + random.nextInt(2);
        DeviceMode mode = random.nextBoolean()
                ? new DeviceMode.Separate()
                : new DeviceMode.Overlapping(1 + 2 * random.nextDouble());
        List<Long> guards = guards(random, models);
        GroupSimulation simulation = run(random, models, mode, lanes(models, models), guards);

        for (int m = 0; m < models; m++) {
            assertThat(simulation.longestWaitNanos(m))
                    .isLessThanOrEqualTo(Math.max(guards.get(m), simulation.longestStepNanos(m)));
        }
    }

    /**
     * Where K models take turns: for the guard, or the step that ran when the request came if that is longer, and then for one step at
     * most of each other model. With two models and a guard no shorter than a step, that is the guard and one step.
     */
    @Property(tries = 300, shrinking = ShrinkingMode.OFF)
    void onADeviceThatTakesTurns(@ForAll long seed) {
        Random random = new Random(seed);
        int models = 2 + random.nextInt(2);
        // a rule that knows nothing of turns has to keep to them as well
        DeviceMode mode = random.nextInt(3) == 0 ? new DeviceMode.Separate() : new DeviceMode.OneStepAtATime();
        int devices = mode instanceof DeviceMode.OneStepAtATime && random.nextBoolean() ? models : 1;
        List<Long> guards = guards(random, models);
        GroupSimulation simulation = run(random, models, mode, lanes(models, devices), guards);

        long step = 0;
        for (int m = 0; m < models; m++) {
            step = Math.max(step, simulation.longestStepNanos(m));
        }
        for (int m = 0; m < models; m++) {
            assertThat(simulation.longestWaitNanos(m))
                    .isLessThanOrEqualTo(Math.max(guards.get(m), step) + (models - 1) * step);
        }
    }

    /** Two come while a step runs that is longer than the guard: whoever goes second has waited for that step and another one. */
    @Example
    void noRuleKeepsToAGuardThatIsShorterThanAStep() {
        List<ModelProfile> profiles = Collections.nCopies(2, ModelProfile.of(StepTimeCurve.of(ROOM, rows -> 1000)));
        GroupPlan plan = plan(
                new BatchingSettings.Greedy(),
                profiles,
                new DeviceMode.OneStepAtATime(),
                List.of(10L, 10L),
                new Random(1));
        GroupSimulation simulation = new GroupSimulation(lanes(2, 1), profiles, plan.routing(), plan, 1);
        simulation.addTo(0, 1, 1);
        simulation.runTo(1);
        simulation.addTo(0, 1, 1);
        simulation.addTo(1, 1, 1);
        simulation.run(Long.MAX_VALUE);

        assertThat(simulation.longestWaitNanos()).isEqualTo(1999);
    }

    private static GroupSimulation run(
            Random random, int models, DeviceMode mode, List<Device> devices, List<Long> guards) {
        List<ModelProfile> truth = profiles(random, models);
        GroupSimulation simulation = new GroupSimulation(
                devices,
                truth,
                DeviceGroupProperties.routing(random, models),
                plan(settings(random, models, mode), profiles(random, models), mode, guards, random),
                random.nextLong());
        int present = 0;
        long time = 0;
        for (int arrival = 0; arrival < 30 && present < ROOM; arrival++) {
            int requests = Math.min(1 + random.nextInt(4), ROOM - present);
            present += requests;
            if (random.nextInt(4) == 0) {
                simulation.addTo(random.nextInt(models), requests, 1 + random.nextInt(20));
            } else {
                simulation.add(requests, 1 + random.nextInt(20));
            }
            time += random.nextInt(60_000);
            simulation.runTo(time);
            if (random.nextInt(3) == 0) {
                simulation.follow(plan(settings(random, models, mode), profiles(random, models), mode, guards, random));
            }
        }
        simulation.run(Long.MAX_VALUE);
        assertThat(simulation.isEmpty()).isTrue();
        return simulation;
    }

    private static GroupPlan plan(
            BatchingSettings settings, List<ModelProfile> models, DeviceMode mode, List<Long> guards, Random random) {
        return new GroupPlan(
                settings,
                models,
                DeviceGroupProperties.routing(random, models.size()),
                mode,
                guards,
                Collections.nCopies(models.size(), BucketTrim.NONE),
                "random");
    }

    private static BatchingSettings settings(Random random, int models, DeviceMode mode) {
        return DeviceGroupProperties.settings(random, models, mode);
    }

    /** Shorter than a step and longer than many. */
    private static List<Long> guards(Random random, int models) {
        List<Long> guards = new ArrayList<>();
        for (int m = 0; m < models; m++) {
            guards.add(1L + random.nextInt(random.nextBoolean() ? 20_000 : 300_000));
        }
        return guards;
    }

    private static List<ModelProfile> profiles(Random random, int models) {
        List<ModelProfile> profiles = new ArrayList<>();
        for (int m = 0; m < models; m++) {
            double fixed = 1 + random.nextInt(50_000);
            double slope = random.nextInt(1_000);
            profiles.add(ModelProfile.of(StepTimeCurve.of(ROOM, rows -> fixed + slope * rows))
                    .withNoise(random.nextDouble() * .5));
        }
        return profiles;
    }

    /** Devices that run one step at a time, for some models or for all the same one. */
    private static List<Device> lanes(int models, int devices) {
        List<Device> lanes = new ArrayList<>();
        for (int m = 0; m < models; m++) {
            lanes.add(new DeviceGroupTest.Lane("lane" + m % devices, true));
        }
        return lanes;
    }
}
