package io.tokenrouter.engine.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import io.tokenrouter.engine.api.GenerationRequest;
import io.tokenrouter.engine.api.GenerationStats;
import io.tokenrouter.engine.api.PolicySpec;
import io.tokenrouter.engine.api.SamplingParams;
import io.tokenrouter.engine.api.StopCriteria;
import io.tokenrouter.engine.executor.Device;
import io.tokenrouter.engine.executor.ExecutorSpec;
import io.tokenrouter.engine.fixtures.EventLog;
import io.tokenrouter.engine.subserver.GroupPlan;
import io.tokenrouter.engine.subserver.GroupShape;
import io.tokenrouter.engine.throughput.BatchingSettings;
import io.tokenrouter.engine.throughput.BatchingSettings.MinimumBatch.Rule;
import io.tokenrouter.engine.throughput.DeviceMode;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.function.Function;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.ShrinkingMode;
import org.jspecify.annotations.Nullable;

/** What the caller gets never depends on how the runtime went about it. */
class MetamorphicProperties {

    private static final int CONTEXT = 64;

    /** Ids of a step that judges the longest draft. */
    private static final int MOST_JUDGED = 6;

    private static final Set<Integer> END_IDS = Set.of(7);

    private record Outcome(List<Integer> ids, List<String> writers, Object end, Object figures) {

        static Outcome of(EventLog log) {
            var finished = log.awaitFinished();
            GenerationStats stats = finished.stats();
            List<Integer> ids = new ArrayList<>();
            for (int id : log.ids()) {
                ids.add(id);
            }
            return new Outcome(
                    ids,
                    log.writers(),
                    finished.reason() + " " + finished.stopDetail(),
                    List.of(stats.completionTokens(), stats.switches(), stats.discardedTokens()));
        }
    }

    @Property(tries = 40, shrinking = ShrinkingMode.OFF)
    void batchesArrivalsHoldsAndEvictionsChangeNothing(@ForAll long seed) {
        changeNothing(seed, false);
    }

    /** Steps down to one id; too small for a draft to be judged whole, which would change what is written. */
    @Property(tries = 30, shrinking = ShrinkingMode.OFF)
    void norDoTinySteps(@ForAll long seed) {
        changeNothing(seed, true);
    }

    private static void changeNothing(long seed, boolean tinySteps) {
        Random random = new Random(seed);
        List<GenerationRequest> requests = requests(random, !tinySteps);
        List<Outcome> alone = new ArrayList<>();
        try (FakePair roomy =
                pair(EngineOptions.DEFAULTS, new ExecutorSpec(FakePair.VOCABULARY, CONTEXT, 4, 64, 8, 64), null)) {
            for (GenerationRequest request : requests) {
                alone.add(Outcome.of(roomy.run(request)));
            }
            roomy.assertIdleAndBalanced();
        }

        try (FakePair crowded = pair(
                options(random),
                tight(random, tinySteps ? 1 : MOST_JUDGED),
                random.nextBoolean() ? new FakePair.OneLane() : null)) {
            List<Integer> order = new ArrayList<>();
            List<EventLog> logs = new ArrayList<>();
            for (int i = 0; i < requests.size(); i++) {
                order.add(i);
                logs.add(new EventLog());
            }
            Collections.shuffle(order, random);
            Random cancels = new Random(seed + 1);
            for (int i : order) {
                crowded.submit(requests.get(i), logs.get(i));
                if (cancels.nextInt(3) == 0) {
                    cancelOneMore(crowded, requests.get(cancels.nextInt(requests.size())), "cancelled" + i);
                }
            }
            for (int i = 0; i < requests.size(); i++) {
                assertThat(Outcome.of(logs.get(i)))
                        .as("request " + i + " of seed " + seed)
                        .isEqualTo(alone.get(i));
            }
            crowded.assertIdleAndBalanced();
        }
    }

    /** What another request was about to do is no concern of those that stay. */
    private static void cancelOneMore(FakePair pair, GenerationRequest like, String id) {
        pair.submit(
                        new GenerationRequest(
                                id,
                                like.target(),
                                like.promptIds(),
                                like.sampling(),
                                like.stop(),
                                like.policy(),
                                0,
                                null,
                                like.renderings()),
                        new EventLog())
                .cancel();
    }

    /** One row a step, and a pool that holds one request and a bit: younger ones used to take turns in taking its blocks. */
    @Example
    void theOldestGetsOnWhereThePoolHoldsLittleMoreThanOne() {
        changeNothing(8469873, true);
    }

    private static FakePair pair(EngineOptions options, ExecutorSpec spec, @Nullable Device device) {
        return new FakePair(options, spec, spec, END_IDS, TestPolicies.all(), device);
    }

    private static List<GenerationRequest> requests(Random random, boolean judged) {
        int[] shared = ids(random, 1 + random.nextInt(20));
        List<GenerationRequest> requests = new ArrayList<>();
        Map<String, int[]> renderings = Map.of(ViewPolicies.Templated.TEMPLATE, new int[] {shared[0], 1, 2, 3});
        int count = 2 + random.nextInt(12);
        for (int i = 0; i < count; i++) {
            int[] own = ids(random, 1 + random.nextInt(12));
            int[] prompt = new int[shared.length + own.length];
            System.arraycopy(shared, 0, prompt, 0, shared.length);
            System.arraycopy(own, 0, prompt, shared.length, own.length);
            StopCriteria stop = new StopCriteria(
                    1 + random.nextInt(60),
                    random.nextInt(4) == 0 ? List.of("xa", "b", "<30>m") : List.of(),
                    random.nextInt(4) == 0 ? Set.of(11, 12) : Set.of(),
                    random.nextBoolean());
            SamplingParams sampling = random.nextBoolean()
                    ? SamplingParams.GREEDY
                    : SamplingParams.GREEDY.withTemperature(1f).withSeed(random.nextInt(100));
            boolean single = random.nextInt(6) == 0;
            requests.add(new GenerationRequest(
                    "r" + i,
                    single ? "l" : "pair",
                    prompt,
                    sampling,
                    stop,
                    single ? null : policy(random, judged),
                    0,
                    null,
                    renderings));
        }
        return requests;
    }

    /** @param judged whether it may be one by which a whole draft is judged in one step */
    private static PolicySpec policy(Random random, boolean judged) {
        if (judged && random.nextBoolean()) {
            return further(random.nextInt(17));
        }
        return switch (random.nextInt(8)) {
            case 0 -> FakePair.fixed("large");
            case 1 -> FakePair.fixed("small");
            case 2 -> new PolicySpec("random", Map.of("p", 0.3));
            case 3 -> new PolicySpec("uncertainty", Map.of("enter", 0.6, "exit", 0.4, "mode", "switch", "minStay", 2));
            case 4 -> new PolicySpec("uncertainty", Map.of("enter", 0.5, "window", 3));
            case 5 -> PolicySpec.of("draft");
            case 6 -> new PolicySpec("neural", Map.of("threshold", random.nextFloat()));
            default -> FakePair.entropy(random.nextFloat());
        };
    }

    private static PolicySpec further(int which) {
        return switch (which) {
            case 0 -> BuiltIns.speculative(Map.of("k", MOST_JUDGED - 1, "accept", "maxLoss"));
            case 1 -> BuiltIns.speculative(Map.of("accept", "greedy", "fallbackProb", 0.3));
            case 2 -> new PolicySpec("glimpse", Map.of("delimiter", "a", "tau", 0.5, "maxStep", 20));
            case 3 -> new PolicySpec("relay", Map.of("open", "a", "close", "b"));
            case 4 -> PolicySpec.of("aside");
            case 5 -> PolicySpec.of("together");
            case 9 -> PolicySpec.of("templated");
            case 10 -> new PolicySpec("stepVerify", Map.of("delimiter", "a", "rubric", "?", "accept", 4, "maxStep", 9));
            case 11 ->
                new PolicySpec(
                        "stepVerify",
                        Map.of("delimiter", "b", "rubric", "rate", "accept", 5, "reading", "expected", "firstN", 1));
            case 6 -> new PolicySpec("fuse", Map.of("weightLarge", 0.7, "space", "prob"));
            case 7 -> new PolicySpec("fuse", Map.of("gate", "entropy", "tau", 0.5));
            case 8 ->
                new PolicySpec("fuse", Map.of("weightLarge", 1.5, "weightSmall", -0.5, "plausibility", 0.1, "topK", 7));
            case 12 -> BuiltIns.speculative(Map.of("k", MOST_JUDGED - 1, "accept", "exact"));
            case 13 -> BuiltIns.speculative(Map.of("accept", "cascade", "deferral", "token", "alpha", 0.3));
            case 14 -> BuiltIns.speculative(Map.of("accept", "cascade", "fallbackProb", 0.5));
            case 15 -> BuiltIns.speculative(Map.of("accept", "head", "checkpoint", "demo"));
            case 16 -> new PolicySpec("momentum", Map.of("threshold", 0.5, "low", 0.4, "high", 0.6));
            default -> PolicySpec.of("draft");
        };
    }

    private static int[] ids(Random random, int count) {
        return random.ints(count, 0, FakePair.VOCABULARY).toArray();
    }

    /** From one row and one id a step to whole prompts; pools that hold one request up to a few. */
    private static ExecutorSpec tight(Random random, int leastStep) {
        int blockSize = 1 + random.nextInt(6);
        int one = Math.ceilDiv(CONTEXT, blockSize);
        int maxRows = 1 + random.nextInt(6);
        return new ExecutorSpec(
                FakePair.VOCABULARY,
                CONTEXT,
                blockSize,
                one + random.nextInt(2 * one),
                maxRows,
                Math.max(leastStep, random.nextInt(3) == 0 ? 1 + random.nextInt(4) : maxRows + random.nextInt(40)));
    }

    private static EngineOptions options(Random random) {
        Set<Optimisation> off = EnumSet.noneOf(Optimisation.class);
        for (Optimisation each : Optimisation.values()) {
            if (random.nextInt(3) == 0) {
                off.add(each);
            }
        }
        return EngineOptions.DEFAULTS
                .with(Optimisation.values())
                .without(off.toArray(Optimisation[]::new))
                .withLimits(1 + random.nextInt(16), 100)
                .withBatching(batching(random));
    }

    private static Function<GroupShape, GroupPlan> batching(Random random) {
        Duration guard = Duration.ofNanos(1 + random.nextInt(300_000));
        int rows = 1 + random.nextInt(20);
        return switch (random.nextInt(4)) {
            case 0 -> GroupPlan::greedy;
            case 1 -> GroupPlan::lockstep;
            case 2 ->
                shape -> GroupPlan.untuned(shape, new BatchingSettings.IndexHold(0.01), "test")
                        .withGuard(guard);
            default ->
                shape -> GroupPlan.untuned(
                                shape,
                                new BatchingSettings.MinimumBatch(
                                        Collections.nCopies(shape.models().size(), new Rule(rows, Long.MAX_VALUE, 0))),
                                "test")
                        .withGuard(guard)
                        .withDevice(random.nextBoolean() ? new DeviceMode.OneStepAtATime() : new DeviceMode.Separate());
        };
    }
}
