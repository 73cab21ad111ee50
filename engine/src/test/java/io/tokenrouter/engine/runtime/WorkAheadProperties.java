package io.tokenrouter.engine.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import io.tokenrouter.engine.api.FinishReason;
import io.tokenrouter.engine.api.GenerationHandle;
import io.tokenrouter.engine.api.GenerationRequest;
import io.tokenrouter.engine.api.SamplingParams;
import io.tokenrouter.engine.api.StopCriteria;
import io.tokenrouter.engine.executor.ExecutorSpec;
import io.tokenrouter.engine.fixtures.EventLog;
import io.tokenrouter.engine.fixtures.FakeExecutor;
import io.tokenrouter.engine.fixtures.FakeModel;
import io.tokenrouter.engine.fixtures.FakeVocabulary;
import io.tokenrouter.engine.metrics.EngineSnapshot;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.Set;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.ShrinkingMode;

/**
 * Work ahead changes no id, whatever comes between: other requests, evictions, cancellations. The models have three ids, so that they
 * agree about as often as not.
 */
class WorkAheadProperties {

    private static final int VOCABULARY = 3;
    private static final int CONTEXT = 96;

    private record Sent(GenerationRequest request, double threshold, GenerationHandle handle, EventLog log) {}

    @Property(tries = 40, shrinking = ShrinkingMode.OFF)
    void everyAnswerIsTheOneWithoutIt(@ForAll long seed) {
        Random random = new Random(seed);
        try (FakePair pair = new FakePair(
                EngineOptions.DEFAULTS.with(Optimisation.WARM_CATCH_UP).withLimits(1 + random.nextInt(6), 100),
                new FakeExecutor(new FakeModel(1, VOCABULARY), spec(random)),
                new FakeExecutor(new FakeModel(2, VOCABULARY), spec(random)),
                new FakeVocabulary(VOCABULARY, Set.of()),
                List.of())) {
            List<Sent> all = new ArrayList<>();
            int count = 1 + random.nextInt(10);
            for (int i = 0; i < count; i++) {
                all.add(send(pair, random, i));
                if (random.nextInt(4) == 0) {
                    all.get(random.nextInt(all.size())).handle().cancel();
                }
            }
            all.forEach(sent -> check(pair, sent));
            pair.assertIdleAndBalanced();
            for (EngineSnapshot.Model model : pair.engine.snapshot().models()) {
                EngineSnapshot.Spare spare = model.spare();
                assertThat(spare.keptTokens() + spare.droppedTokens()).isEqualTo(spare.aheadTokens());
            }
        }
    }

    private static Sent send(FakePair pair, Random random, int number) {
        int[] prompt = random.ints(1 + random.nextInt(40), 0, VOCABULARY).toArray();
        double threshold = random.nextDouble();
        SamplingParams sampling = random.nextBoolean()
                ? SamplingParams.GREEDY
                : SamplingParams.GREEDY.withTemperature(1).withSeed(random.nextInt(100));
        GenerationRequest request = new GenerationRequest(
                "r" + number,
                "pair",
                prompt,
                sampling,
                StopCriteria.maxTokens(1 + random.nextInt(50)),
                FakePair.entropy(threshold),
                0);
        EventLog log = new EventLog();
        return new Sent(request, threshold, pair.submit(request, log), log);
    }

    private static void check(FakePair pair, Sent sent) {
        FinishReason reason = sent.log().awaitFinished().reason();
        int[] expected = Oracle.replace(
                pair.small.model(),
                pair.large.model(),
                sent.request().promptIds(),
                sent.request().stop().maxTokens(),
                sent.threshold(),
                sent.request().sampling());
        int[] got = sent.log().ids();
        assertThat(got)
                .as(sent.request().id())
                .isEqualTo(reason == FinishReason.CANCELLED ? Arrays.copyOf(expected, got.length) : expected);
    }

    /** Pools that hold one request up to a few; steps, and so chunks, of a few ids. */
    private static ExecutorSpec spec(Random random) {
        int blockSize = 1 + random.nextInt(5);
        int one = Math.ceilDiv(CONTEXT, blockSize);
        return new ExecutorSpec(
                VOCABULARY,
                CONTEXT,
                blockSize,
                one + random.nextInt(3 * one),
                1 + random.nextInt(4),
                4 + random.nextInt(30));
    }
}
