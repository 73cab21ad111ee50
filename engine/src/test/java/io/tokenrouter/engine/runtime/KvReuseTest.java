package io.tokenrouter.engine.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import io.tokenrouter.engine.api.KeptCaches;
import io.tokenrouter.engine.fixtures.EventLog;
import io.tokenrouter.engine.fixtures.FakeExecutor;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** What is run, and what is not run again. */
class KvReuseTest {

    private static final int[] PROMPT = {3, 1, 4, 1, 5, 9, 2, 6, 5, 3, 5};
    private static final int TOKENS = 80;

    /** Nothing runs but what is asked for. */
    private static final EngineOptions ON_DEMAND =
            FakePair.OPTIONS.without(Optimisation.WARM_CATCH_UP, Optimisation.RUN_AHEAD);

    @Test
    void everyIdRunsOnceOnTheSmallModelAndOnceOnTheLargeOne() {
        try (FakePair pair = new FakePair(ON_DEMAND)) {
            EventLog log = pair.run(pair.request("pair", PROMPT, TOKENS, FakePair.entropy(0.7)));
            int lastLarge = log.writers().lastIndexOf("l");

            assertThat(extended(pair.small)).isEqualTo(PROMPT.length + TOKENS - 1);
            assertThat(extended(pair.large)).isEqualTo(PROMPT.length + lastLarge);
            assertThat(pair.large.steps())
                    .hasSize((int) log.writers().stream().filter("l"::equals).count());
        }
    }

    @Test
    void theLargeModelSeesNothingBeforeItsFirstVisit() {
        try (FakePair pair = new FakePair(ON_DEMAND)) {
            pair.run(pair.request("pair", PROMPT, TOKENS, FakePair.entropy(1.0)));

            assertThat(pair.large.steps()).isEmpty();
            assertThat(pair.model("l").extendTokens()).isZero();
        }
    }

    @Test
    void withoutKeptCachesTheContextIsComputedAgainAtEverySwitch() {
        EngineOptions naive = FakePair.OPTIONS.without(Optimisation.KEPT_CACHES, Optimisation.SHARED_PREFIXES);
        try (FakePair pair = new FakePair(naive)) {
            EventLog log = pair.run(pair.request("pair", PROMPT, TOKENS, FakePair.entropy(0.7)));
            int recomputed = 0;
            for (int i = 0; i < TOKENS; i++) {
                recomputed += log.writers().get(i).equals("l") ? PROMPT.length + i : 0;
            }

            assertThat(extended(pair.large)).isEqualTo(recomputed);
            assertThat(extended(pair.small)).isGreaterThan(2 * (PROMPT.length + TOKENS));
        }
    }

    /** A model that is entered again computes what it would else have kept, to the token. */
    @Test
    void whatKeptCachesSaveIsWhatIsComputedAgainWithoutThem() {
        EngineOptions naive = ON_DEMAND.without(Optimisation.KEPT_CACHES, Optimisation.SHARED_PREFIXES);
        try (FakePair keeping = new FakePair(ON_DEMAND);
                FakePair forgetting = new FakePair(naive)) {
            EventLog kept = keeping.run(keeping.request("pair", PROMPT, TOKENS, FakePair.entropy(0.7)));
            EventLog dropped = forgetting.run(forgetting.request("pair", PROMPT, TOKENS, FakePair.entropy(0.7)));
            assertThat(dropped.ids()).isEqualTo(kept.ids());
            int[] large = IntStream.range(0, TOKENS)
                    .filter(i -> kept.writers().get(i).equals("l"))
                    .toArray();
            // before each of its visits but the first the large model has the context of the one before
            int savedByLarge = Arrays.stream(large, 0, large.length - 1)
                    .map(i -> PROMPT.length + i)
                    .sum();
            // the small model comes back after each token of the large one, unless that was the last
            int[] followed = Arrays.stream(large).filter(i -> i < TOKENS - 1).toArray();
            int savedBySmall =
                    Arrays.stream(followed).map(i -> PROMPT.length + i).sum();
            int returns = large.length - 1 + followed.length;
            Map<String, Integer> all = Map.of("s", savedBySmall, "l", savedByLarge);
            Map<String, Integer> none = Map.of("s", 0, "l", 0);
            KeptCaches with = kept.awaitFinished().stats().keptCaches();
            KeptCaches without = dropped.awaitFinished().stats().keptCaches();

            assertThat(large.length).isGreaterThan(3);
            assertThat(with.returns()).isEqualTo(returns);
            assertThat(with.savedTokens()).isEqualTo(all);
            assertThat(with.recomputedTokens()).isEqualTo(none);
            assertThat(without.returns()).isEqualTo(returns);
            assertThat(without.savedTokens()).isEqualTo(none);
            assertThat(without.recomputedTokens()).isEqualTo(all);
            assertThat(without.blockSeconds()).isEqualTo(Map.of("s", 0.0, "l", 0.0));
            assertThat(keeping.model("l").kept().savedTokens()).isEqualTo(savedByLarge);
            assertThat(keeping.model("l").kept().returns()).isEqualTo(large.length - 1);
            assertThat(forgetting.model("s").kept().recomputedTokens()).isEqualTo(savedBySmall);
            assertThat(forgetting.model("s").kept().blockNanos()).isZero();
        }
    }

    @Test
    void anEqualPromptIsTakenFromTheSharedPrefixes() {
        try (FakePair pair = new FakePair()) {
            EventLog first = pair.run(pair.request("l", PROMPT, 4, null));
            EventLog second = pair.run(pair.request("l", PROMPT, 4, null));

            assertThat(first.awaitFinished().stats().cachedPromptTokens()).isZero();
            assertThat(second.awaitFinished().stats().cachedPromptTokens()).isEqualTo(8);
            assertThat(pair.model("l").prefixHits()).isEqualTo(8);
            assertThat(second.ids()).isEqualTo(first.ids());
        }
    }

    @Test
    void withoutSharedPrefixesItRunsAgain() {
        try (FakePair pair = new FakePair(FakePair.OPTIONS.without(Optimisation.SHARED_PREFIXES))) {
            pair.run(pair.request("l", PROMPT, 4, null));
            EventLog second = pair.run(pair.request("l", PROMPT, 4, null));

            assertThat(second.awaitFinished().stats().cachedPromptTokens()).isZero();
            assertThat(pair.model("l").cachedBlocks()).isZero();
        }
    }

    @Test
    void modelFiguresAddUp() {
        try (FakePair pair = new FakePair(ON_DEMAND)) {
            EventLog log = pair.run(pair.request("pair", PROMPT, TOKENS, FakePair.entropy(0.5)));
            var stats = log.awaitFinished().stats();
            var small = pair.model("s");
            var large = pair.model("l");

            assertThat(small.writtenTokens() + large.writtenTokens()).isEqualTo(TOKENS);
            assertThat(small.writtenTokens())
                    .isEqualTo(stats.completionTokens().get("s").longValue());
            assertThat(small.discardedTokens()).isEqualTo(stats.discardedTokens());
            assertThat(small.catchUpTokens())
                    .isEqualTo(stats.catchUpTokens().get("s").longValue());
            assertThat(large.catchUpTokens())
                    .isEqualTo(stats.catchUpTokens().get("l").longValue());
            assertThat(small.prefillTokens()).isEqualTo(PROMPT.length);
            assertThat(large.prefillTokens()).isEqualTo(PROMPT.length);
            assertThat(small.steps()).isEqualTo(pair.small.steps().size());
            assertThat(small.extendTokens()).isEqualTo(extended(pair.small));
        }
    }

    private static int extended(FakeExecutor executor) {
        return executor.steps().stream()
                .map(FakeExecutor.StepShape::rowTokens)
                .flatMap(List::stream)
                .mapToInt(Integer::intValue)
                .sum();
    }
}
