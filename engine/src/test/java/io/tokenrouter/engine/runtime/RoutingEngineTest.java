package io.tokenrouter.engine.runtime;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.tokenrouter.engine.api.EngineException;
import io.tokenrouter.engine.api.FinishReason;
import io.tokenrouter.engine.api.GenerationStats;
import io.tokenrouter.engine.api.PolicySpec;
import io.tokenrouter.engine.api.SamplingParams;
import io.tokenrouter.engine.api.TokenEvent;
import io.tokenrouter.engine.fixtures.EventLog;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class RoutingEngineTest {

    private static final int[] PROMPT = {3, 1, 4, 1, 5, 9, 2, 6, 5};

    private final FakePair pair = new FakePair();

    @AfterEach
    void everyBlockIsBack() {
        pair.assertIdleAndBalanced();
        pair.close();
    }

    @Test
    void aSingleModelWritesWhatItWouldWriteAlone() {
        EventLog log = pair.run(pair.request("l", PROMPT, 50, null));

        assertThat(log.ids()).isEqualTo(Oracle.alone(pair.large.model(), PROMPT, 50));
        assertThat(log.writers()).containsOnly("l");
        assertThat(log.awaitFinished().reason()).isEqualTo(FinishReason.LENGTH);
    }

    @Test
    void fixedPoliciesEqualTheSingleModels() {
        assertThat(pair.run(pair.request("pair", PROMPT, 40, FakePair.fixed("large")))
                        .ids())
                .isEqualTo(pair.run(pair.request("l", PROMPT, 40, null)).ids());
        assertThat(pair.run(pair.request("pair", PROMPT, 40, FakePair.fixed("small")))
                        .ids())
                .isEqualTo(pair.run(pair.request("s", PROMPT, 40, null)).ids());
    }

    @Test
    void twoModelsWriteOneAnswer() {
        EventLog log = pair.run(pair.request("pair", PROMPT, 60, FakePair.entropy(0.45)));

        assertThat(log.ids())
                .isEqualTo(Oracle.replace(
                        pair.small.model(), pair.large.model(), PROMPT, 60, 0.45, SamplingParams.GREEDY));
        assertThat(log.writers()).contains("s", "l");
        for (TokenEvent.Token token : log.tokens()) {
            boolean replaced = token.entropy() >= 0.45f;
            assertThat(token.writer()).isEqualTo(replaced ? "l" : "s");
            assertThat(token.proposed() != null).isEqualTo(replaced);
        }
    }

    @Test
    void whetherAPolicyFitsAPairIsToldBeforeThePairHasItAsToItsRequests() {
        PolicySpec neural = PolicySpec.of("neural");
        pair.engine.checkPolicy("pair", neural);
        pair.large.refuseHeads("heads run on the small model only");
        pair.engine.checkPolicy("pair", neural);

        pair.small.refuseHeads("it reads 4 numbers");
        EngineException asked = refusal(() -> pair.engine.checkPolicy("pair", neural));
        assertThat(asked)
                .hasMessage("the policy's router head does not fit the model 's': it reads 4 numbers")
                .hasMessage(refusal(() -> pair.run(pair.request("pair", PROMPT, 1, neural)))
                        .getMessage());
        assertThat(asked.kind()).isEqualTo(EngineException.Kind.INVALID_REQUEST);
        assertThat(refusal(() -> pair.engine.checkPolicy("pair", PolicySpec.of("magic")))
                        .kind())
                .isEqualTo(EngineException.Kind.INVALID_REQUEST);
        assertThat(refusal(() -> pair.engine.checkPolicy("s", FakePair.fixed("small")))
                        .kind())
                .isEqualTo(EngineException.Kind.INVALID_REQUEST);
        assertThat(refusal(() -> pair.engine.checkPolicy("gone", neural)).kind())
                .isEqualTo(EngineException.Kind.UNKNOWN_TARGET);
    }

    private static EngineException refusal(ThrowingCallable call) {
        return catchThrowableOfType(EngineException.class, call);
    }

    @Test
    void figuresOfAGenerationAddUp() {
        EventLog log = pair.run(pair.request("pair", PROMPT, 60, FakePair.entropy(0.45)));
        GenerationStats stats = log.awaitFinished().stats();
        int bySmall = (int) log.writers().stream().filter("s"::equals).count();
        int byLarge = 60 - bySmall;
        int lastLarge = log.writers().lastIndexOf("l");
        int lastSmallAsked = 59;

        assertThat(stats.promptTokens()).isEqualTo(PROMPT.length);
        assertThat(stats.completionTokens())
                .containsExactly(java.util.Map.entry("s", bySmall), java.util.Map.entry("l", byLarge));
        assertThat(stats.discardedTokens())
                .as("the small model proposes each time")
                .isEqualTo(byLarge);
        assertThat(stats.catchUpTokens().get("s")).isEqualTo((int) log.writers().subList(0, lastSmallAsked).stream()
                .filter("l"::equals)
                .count());
        assertThat(stats.catchUpTokens().get("l")).isEqualTo((int)
                log.writers().subList(0, lastLarge).stream().filter("s"::equals).count());
    }
}
