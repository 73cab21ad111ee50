package io.tokenrouter.engine.throughput;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.tokenrouter.engine.throughput.BatchingSettings.Greedy;
import io.tokenrouter.engine.throughput.BatchingSettings.IndexHold;
import io.tokenrouter.engine.throughput.BatchingSettings.MinimumBatch;
import io.tokenrouter.engine.throughput.BatchingSettings.SharedThreshold;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;

/** What holds for any workload under any settings, however adversarial. */
class ThroughputProperties {

    private static final long STEPS = 4_000;

    /** Little's law, and the shares of visits: no policy can change them. The seed is fixed, for what a random run does is random. */
    @Property(tries = 50, seed = "1")
    void theMeanGapAndTheSharesOfModelsDoNotDependOnTheSettings(@ForAll long seed) {
        Random random = new Random(seed);
        Workload workload = workload(random, 24);
        Watched rule = watched(workload, settings(random, workload), StartRule.NEVER);
        Prediction prediction = simulate(workload, rule, 40_000);

        double littles = 1e9 * workload.requests() / prediction.tokensPerSecond();
        assertThat(prediction.meanGapNanos()).isCloseTo(littles, within(.02 * littles));
        double served = Arrays.stream(rule.served).sum();
        for (int m = 0; m < workload.models().size(); m++) {
            assertThat(rule.served[m] / served).isCloseTo(workload.routing().visitShare(m), within(.03));
        }
    }

    @Property(tries = 300)
    void noRequestIsLostAndTheGroupAlwaysGoesOn(@ForAll long seed) {
        Random random = new Random(seed);
        Workload workload = workload(random, 12);

        simulate(workload, watched(workload, settings(random, workload), StartRule.NEVER), STEPS);
    }

    /** On a device of its own an idle model never lets a request wait beyond its guard; on a shared one it is the next to run. */
    @Property(tries = 150)
    void noRequestIsHeldBeyondItsGuard(@ForAll long seed) {
        Random random = new Random(seed);
        Workload workload = workload(random, 12);
        long guard = 1 + random.nextInt(60_000_000);

        simulate(workload, watched(workload, settings(random, workload), guard), STEPS);
    }

    @Property(tries = 40)
    void noPolicyIsBetterThanTheOptimum(@ForAll long seed) {
        Random random = new Random(seed);
        Workload workload = new Workload(
                1 + random.nextInt(4),
                List.of(flat(1 + random.nextInt(6)), flat(1 + random.nextInt(12))),
                RoutingMatrix.pair(.05 + .9 * random.nextDouble(), .3 + .7 * random.nextDouble()),
                device(random));
        BatchingSettings settings = settings(random, workload);
        double optimum = OptimalControl.tokensPerSecond(workload, 100_000);

        assertThat(EmbeddedChain.of(workload, settings, 100_000).tokensPerSecond())
                .isLessThan(optimum * (1 + 1e-6));
    }

    /** The seed is fixed, as a run of finite length may stray. */
    @Property(tries = 30, seed = "1")
    void theSimulationFollowsTheExactChain(@ForAll long seed) {
        Random random = new Random(seed);
        Workload workload = new Workload(
                1 + random.nextInt(4),
                List.of(flat(2 + random.nextInt(6)), flat(3 + random.nextInt(12))),
                RoutingMatrix.pair(.1 + .8 * random.nextDouble(), .5 + .5 * random.nextDouble()),
                device(random));
        BatchingSettings settings = settings(random, workload);
        double exact = EmbeddedChain.of(workload, settings, 100_000).tokensPerSecond();

        assertThat(simulate(workload, watched(workload, settings, StartRule.NEVER), 100_000)
                        .tokensPerSecond())
                .isCloseTo(exact, within(.015 * exact));
    }

    private static Prediction simulate(Workload workload, StartRule rule, long steps) {
        return new Simulation(
                        workload,
                        rule,
                        Collections.nCopies(workload.models().size(), BucketTrim.NONE),
                        new RoutingSampler(workload.routing(), workload.requests()),
                        1)
                .run(steps);
    }

    private static Watched watched(Workload workload, BatchingSettings settings, long guard) {
        long[] guards = new long[workload.models().size()];
        Arrays.fill(guards, guard);
        return new Watched(
                StartRule.of(settings, workload.models(), workload.routing(), workload.device(), guards),
                workload,
                guard);
    }

    /** A rule of which every answer is checked, and the rows of the steps counted. */
    private static final class Watched implements StartRule {

        final StartRule rule;
        final Workload workload;
        final long guard;
        final long[] served;

        Watched(StartRule rule, Workload workload, long guard) {
            this.rule = rule;
            this.workload = workload;
            this.guard = guard;
            this.served = new long[workload.models().size()];
        }

        @Override
        public int next(GroupState state) {
            int models = workload.models().size();
            int requests = 0;
            int running = 0;
            for (int m = 0; m < models; m++) {
                requests += state.waiting(m) + state.inStep(m);
                running += state.inStep(m) > 0 ? 1 : 0;
            }
            assertThat(requests).isEqualTo(workload.requests());
            int chosen = rule.next(state);
            boolean takesTurns = workload.device() instanceof DeviceMode.OneStepAtATime;
            if (chosen == NONE) {
                assertThat(running).isPositive();
                for (int m = 0; m < models && !takesTurns; m++) {
                    if (state.inStep(m) == 0 && state.waiting(m) > 0) {
                        assertThat(state.oldestWaitNanos(m)).isLessThan(guard);
                    }
                }
            } else {
                served[chosen] += Math.min(
                        state.waiting(chosen), workload.models().get(chosen).maxBatch());
                assertThat(state.waiting(chosen)).isPositive();
                assertThat(state.inStep(chosen)).isZero();
                assertThat(takesTurns && running > 0).isFalse();
                for (int m = 0; m < models && takesTurns; m++) {
                    if (state.waiting(m) > 0 && state.oldestWaitNanos(m) >= guard) {
                        assertThat(state.oldestWaitNanos(chosen)).isGreaterThanOrEqualTo(state.oldestWaitNanos(m));
                    }
                }
            }
            return chosen;
        }

        @Override
        public long nanosToNextDecision(GroupState state) {
            long nanos = rule.nanosToNextDecision(state);
            assertThat(nanos).isPositive();
            return nanos;
        }
    }

    private static Workload workload(Random random, int mostRequests) {
        int models = 1 + random.nextInt(3);
        List<ModelProfile> profiles = new ArrayList<>();
        double[][] rows = new double[models][models];
        for (int m = 0; m < models; m++) {
            double fixed = 1 + random.nextInt(20);
            double slope = random.nextInt(3) * random.nextDouble();
            profiles.add(new ModelProfile(
                    StepTimeCurve.of(mostRequests, b -> (fixed + slope * b) * Curves.MS),
                    random.nextBoolean() ? 0 : random.nextDouble() * Curves.MS,
                    random.nextBoolean() ? 0 : .3 * random.nextDouble(),
                    1 + random.nextInt(mostRequests)));
            double sum = 0;
            for (int j = 0; j < models; j++) {
                rows[m][j] = .1 + random.nextDouble();
                sum += rows[m][j];
            }
            for (int j = 0; j < models; j++) {
                rows[m][j] /= sum;
            }
        }
        return new Workload(1 + random.nextInt(mostRequests), profiles, RoutingMatrix.of(rows), device(random));
    }

    private static DeviceMode device(Random random) {
        return switch (random.nextInt(3)) {
            case 0 -> new DeviceMode.Separate();
            case 1 -> new DeviceMode.OneStepAtATime();
            default -> new DeviceMode.Overlapping(1 + random.nextInt(3) / 2.);
        };
    }

    private static BatchingSettings settings(Random random, Workload workload) {
        int requests = workload.requests();
        if (workload.device() instanceof DeviceMode.OneStepAtATime && random.nextBoolean()) {
            return SharedThreshold.of(requests, 1 + random.nextInt(requests));
        }
        return switch (random.nextInt(3)) {
            case 0 -> new Greedy();
            case 1 -> new IndexHold(.1 + 3 * random.nextDouble());
            default ->
                new MinimumBatch(workload.models().stream()
                        .map(m -> new MinimumBatch.Rule(
                                1 + random.nextInt(requests + 3),
                                random.nextBoolean() ? MinimumBatch.NO_LIMIT : (long) (random.nextInt(40) * Curves.MS),
                                random.nextBoolean() ? 0 : (long) (random.nextInt(30) * Curves.MS)))
                        .toList());
        };
    }

    private static ModelProfile flat(int millis) {
        return ModelProfile.of(StepTimeCurve.of(8, b -> millis * Curves.MS));
    }
}
