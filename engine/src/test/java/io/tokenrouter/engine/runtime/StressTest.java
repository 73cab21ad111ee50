package io.tokenrouter.engine.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import io.tokenrouter.engine.api.EngineException;
import io.tokenrouter.engine.api.FinishReason;
import io.tokenrouter.engine.api.GenerationHandle;
import io.tokenrouter.engine.api.SamplingParams;
import io.tokenrouter.engine.api.TokenEvent;
import io.tokenrouter.engine.executor.ExecutorSpec;
import io.tokenrouter.engine.fixtures.EventLog;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Many callers at once that submit, cancel and meet failing rows, over pools that are too small for all of them. */
class StressTest {

    private static final int CALLERS = 6;
    private static final int EACH = 40;
    private static final int POISON = 39;
    private static final ExecutorSpec SMALL = new ExecutorSpec(FakePair.VOCABULARY, 96, 4, 60, 8, 32);
    private static final ExecutorSpec LARGE = new ExecutorSpec(FakePair.VOCABULARY, 96, 8, 25, 4, 24);

    private record Submitted(int[] prompt, int tokens, double threshold, GenerationHandle handle, EventLog log) {}

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6})
    void everyGenerationEndsOnceAndEveryAnswerIsRight(long seed) throws Exception {
        EngineOptions options = EngineOptions.DEFAULTS.withLimits(24, 1000);
        try (FakePair pair = new FakePair(
                        options, SMALL, LARGE, Set.of(), List.of(), seed % 2 == 0 ? new FakePair.OneLane() : null);
                ExecutorService callers = Executors.newFixedThreadPool(CALLERS)) {
            pair.large.failOn(row -> row.ids()[0] == POISON);
            List<Callable<List<Submitted>>> work = new ArrayList<>();
            for (int caller = 0; caller < CALLERS; caller++) {
                Random random = new Random(seed * 1000 + caller);
                work.add(() -> call(pair, random));
            }
            for (Future<List<Submitted>> done : callers.invokeAll(work)) {
                for (Submitted submitted : done.get()) {
                    check(pair, submitted);
                }
            }
            pair.assertIdleAndBalanced();
            assertThat(pair.engine.snapshot().requests()).isEmpty();
        }
    }

    private static List<Submitted> call(FakePair pair, Random random) {
        List<Submitted> all = new ArrayList<>();
        for (int i = 0; i < EACH; i++) {
            int[] prompt =
                    random.ints(1 + random.nextInt(40), 0, FakePair.VOCABULARY).toArray();
            int tokens = 1 + random.nextInt(50);
            double threshold = random.nextInt(5) / 4.0;
            EventLog log = new EventLog();
            GenerationHandle handle =
                    pair.submit(pair.request("pair", prompt, tokens, FakePair.entropy(threshold)), log);
            all.add(new Submitted(prompt, tokens, threshold, handle, log));
            if (random.nextInt(3) == 0) {
                all.get(random.nextInt(all.size())).handle().cancel();
            }
        }
        return all;
    }

    private static void check(FakePair pair, Submitted submitted) {
        TokenEvent end = submitted.log().awaitEnd();
        if (end instanceof TokenEvent.Failed failed) {
            assertThat(failed.error().kind()).isEqualTo(EngineException.Kind.INTERNAL);
            assertThat(submitted.prompt()[0]).as("only poisoned ones fail").isEqualTo(POISON);
            return;
        }
        TokenEvent.Finished finished = (TokenEvent.Finished) end;
        double threshold = submitted.prompt()[0] == POISON ? 2 : submitted.threshold();
        int[] expected = Oracle.replace(
                pair.small.model(),
                pair.large.model(),
                submitted.prompt(),
                submitted.tokens(),
                threshold,
                SamplingParams.GREEDY);
        int[] got = submitted.log().ids();
        if (finished.reason() == FinishReason.CANCELLED) {
            assertThat(got).isEqualTo(Arrays.copyOf(expected, got.length));
        } else {
            assertThat(got).isEqualTo(expected);
        }
        assertThat(finished.stats().totalCompletionTokens()).isEqualTo(got.length);
    }
}
