package io.tokenrouter.engine.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import io.tokenrouter.engine.api.FinishReason;
import io.tokenrouter.engine.api.GenerationHandle;
import io.tokenrouter.engine.api.GenerationRequest;
import io.tokenrouter.engine.api.PolicySpec;
import io.tokenrouter.engine.api.SamplingParams;
import io.tokenrouter.engine.api.StopCriteria;
import io.tokenrouter.engine.api.TokenEvent;
import io.tokenrouter.engine.executor.Device;
import io.tokenrouter.engine.executor.ExecutorSpec;
import io.tokenrouter.engine.fixtures.EventLog;
import io.tokenrouter.engine.subserver.GroupPlan;
import io.tokenrouter.engine.subserver.GroupShape;
import io.tokenrouter.engine.throughput.BatchingSettings;
import io.tokenrouter.engine.throughput.BatchingSettings.MinimumBatch.Rule;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.function.Function;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.ShrinkingMode;
import org.jspecify.annotations.Nullable;

/** Requests that are at two models at once, among cancels, failures, evictions and holds: each gets what it gets alone. */
class FusedTokensProperties {

    private static final int CONTEXT = 64;
    private static final int FAILS_AT_SMALL = 38;
    private static final int FAILS_AT_LARGE = 39;

    @Property(tries = 25, shrinking = ShrinkingMode.OFF)
    void companyFailuresCancelsAndEvictionsChangeNothing(@ForAll long seed) {
        Random random = new Random(seed);
        List<GenerationRequest> requests = requests(random);
        List<int[]> alone = new ArrayList<>();
        ExecutorSpec roomy = new ExecutorSpec(FakePair.VOCABULARY, CONTEXT, 4, 64, 8, 64);
        try (FakePair pair = pair(FakePair.OPTIONS, roomy, roomy, null)) {
            for (GenerationRequest request : requests) {
                alone.add(pair.run(request).ids());
            }
            pair.assertIdleAndBalanced();
        }
        EngineOptions options = FakePair.OPTIONS
                .withLimits(1 + random.nextInt(16), 100)
                .without(
                        random.nextBoolean()
                                ? new Optimisation[0]
                                : new Optimisation[] {
                                    Optimisation.values()[random.nextInt(Optimisation.values().length)]
                                })
                .withBatching(batching(random));
        try (FakePair pair =
                pair(options, tight(random), tight(random), random.nextInt(3) == 0 ? new FakePair.OneLane() : null)) {
            List<EventLog> logs = new ArrayList<>();
            List<GenerationHandle> handles = new ArrayList<>();
            for (GenerationRequest request : requests) {
                logs.add(new EventLog());
                handles.add(pair.submit(request, logs.getLast()));
                if (random.nextInt(4) == 0) {
                    handles.get(random.nextInt(handles.size())).cancel();
                }
            }
            for (int i = 0; i < requests.size(); i++) {
                TokenEvent.Finished end = logs.get(i).awaitFinished();
                int[] ids = logs.get(i).ids();
                int[] expected =
                        end.reason() == FinishReason.CANCELLED ? Arrays.copyOf(alone.get(i), ids.length) : alone.get(i);
                assertThat(ids).as("request " + i + " of seed " + seed).isEqualTo(expected);
                assertThat(end.stats().totalCompletionTokens()).isEqualTo(ids.length);
            }
            pair.assertIdleAndBalanced();
        }
    }

    private static FakePair pair(
            EngineOptions options, ExecutorSpec small, ExecutorSpec large, @Nullable Device device) {
        FakePair pair = new FakePair(options, small, large, Set.of(), List.of(), device);
        pair.small.failOn(row -> row.ids()[0] == FAILS_AT_SMALL);
        pair.large.failOn(row -> row.ids()[0] == FAILS_AT_LARGE);
        return pair;
    }

    private static List<GenerationRequest> requests(Random random) {
        List<GenerationRequest> requests = new ArrayList<>();
        int count = 2 + random.nextInt(10);
        for (int i = 0; i < count; i++) {
            int[] prompt =
                    random.ints(1 + random.nextInt(20), 0, FAILS_AT_SMALL).toArray();
            prompt[0] = random.nextInt(5) == 0 ? FAILS_AT_SMALL + random.nextInt(2) : prompt[0];
            SamplingParams sampling = random.nextBoolean()
                    ? SamplingParams.GREEDY
                    : SamplingParams.GREEDY.withTemperature(1f).withSeed(random.nextInt(100));
            requests.add(new GenerationRequest(
                    "r" + i,
                    "pair",
                    prompt,
                    sampling,
                    StopCriteria.maxTokens(1 + random.nextInt(CONTEXT - 20)),
                    policy(random),
                    0));
        }
        return requests;
    }

    private static PolicySpec policy(Random random) {
        return switch (random.nextInt(5)) {
            case 0 -> FakePair.entropy(0.5);
            case 1 -> new PolicySpec("fuse", Map.of("gate", "entropy", "tau", 0.5));
            case 2 -> new PolicySpec("fuse", Map.of("weightLarge", 1.5, "weightSmall", -0.5, "plausibility", 0.1));
            case 3 -> new PolicySpec("fuse", Map.of("space", "prob"));
            default -> new PolicySpec("fuse", Map.of("weightLarge", 0.6, "weightSmall", 0.4));
        };
    }

    /** Pools that hold one request up to three. */
    private static ExecutorSpec tight(Random random) {
        int blockSize = 1 + random.nextInt(6);
        int one = Math.ceilDiv(CONTEXT, blockSize);
        int rows = 1 + random.nextInt(6);
        return new ExecutorSpec(
                FakePair.VOCABULARY,
                CONTEXT,
                blockSize,
                one + random.nextInt(2 * one),
                rows,
                rows + random.nextInt(30));
    }

    private static Function<GroupShape, GroupPlan> batching(Random random) {
        int rows = 1 + random.nextInt(8);
        Duration guard = random.nextBoolean() ? Duration.ofHours(1) : Duration.ofNanos(1 + random.nextInt(300_000));
        return switch (random.nextInt(3)) {
            case 0 -> GroupPlan::greedy;
            case 1 ->
                shape -> GroupPlan.untuned(shape, new BatchingSettings.IndexHold(0.01), "test")
                        .withGuard(guard);
            default ->
                shape -> GroupPlan.untuned(
                                shape,
                                new BatchingSettings.MinimumBatch(
                                        Collections.nCopies(shape.models().size(), new Rule(rows, Long.MAX_VALUE, 0))),
                                "test")
                        .withGuard(guard);
        };
    }
}
