package io.tokenrouter.engine.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import io.tokenrouter.engine.api.PolicySpec;
import io.tokenrouter.engine.fixtures.EventLog;
import io.tokenrouter.engine.metrics.EngineMetrics;
import io.tokenrouter.engine.routing.AlgorithmFactory;
import io.tokenrouter.engine.routing.RoutingAlgorithms;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** A model that does not answer ends no request that may go on with the other one, whatever the algorithm; and it is counted. */
class OutagesTest {

    private static final int[] PROMPT = {3, 1, 4, 1, 5, 9};
    private static final int TOKENS = 120;

    private final List<String> missing = Collections.synchronizedList(new ArrayList<>());
    private final EngineOptions options = FakePair.OPTIONS.withMetrics(new EngineMetrics() {
        @Override
        public void answerMissing(String target, String model) {
            missing.add(target + " " + model);
        }
    });

    static List<PolicySpec> policies() {
        return BuiltIns.ofBothModels();
    }

    @Test
    void everyAlgorithmIsHere() {
        assertThat(policies().stream().map(PolicySpec::algorithm).collect(Collectors.toSet()))
                .containsExactlyInAnyOrderElementsOf(RoutingAlgorithms.load().all().stream()
                        .map(AlgorithmFactory::name)
                        .filter(name -> !name.equals("fixed"))
                        .toList());
    }

    @ParameterizedTest
    @MethodSource("policies")
    void withoutTheLargeModelTheSmallOneWrites(PolicySpec policy) {
        try (FakePair pair = new FakePair(options)) {
            pair.large.failOn(row -> true);
            EventLog log = pair.run(pair.request("pair", PROMPT, TOKENS, policy));
            assertThat(log.ids()).isEqualTo(Oracle.alone(pair.small.model(), PROMPT, TOKENS));
            assertThat(log.writers()).containsOnly("s");
            assertThat(missing).isNotEmpty().containsOnly("pair l");
            pair.assertIdleAndBalanced();
        }
    }

    @ParameterizedTest
    @MethodSource("policies")
    void withoutTheSmallModelTheLargeOneWrites(PolicySpec policy) {
        try (FakePair pair = new FakePair(options)) {
            pair.small.failOn(row -> true);
            EventLog log = pair.run(pair.request("pair", PROMPT, TOKENS, policy));
            assertThat(log.ids()).isEqualTo(Oracle.alone(pair.large.model(), PROMPT, TOKENS));
            assertThat(log.writers()).containsOnly("l");
            assertThat(missing).isNotEmpty().containsOnly("pair s");
            pair.assertIdleAndBalanced();
        }
    }

    @ParameterizedTest
    @MethodSource("policies")
    void aLargeModelThatFailsOnceIsAskedAgain(PolicySpec policy) {
        try (FakePair pair = new FakePair(options)) {
            AtomicBoolean first = new AtomicBoolean(true);
            pair.large.failOn(row -> first.getAndSet(false));
            EventLog log = pair.run(pair.request("pair", PROMPT, TOKENS, policy));
            assertThat(log.writers()).hasSize(TOKENS).contains("l");
            assertThat(missing).containsExactly("pair l");
            pair.assertIdleAndBalanced();
        }
    }

    /** Its last token is always the large model's: there is no room to draft. */
    @ParameterizedTest
    @MethodSource("shortest")
    void speculationEndsWithoutTheLargeModelWhateverItsLength(int tokens) {
        try (FakePair pair = new FakePair(options)) {
            pair.large.failOn(row -> true);
            PolicySpec policy = BuiltIns.speculative(Map.of("k", 4));
            EventLog log = pair.run(pair.request("pair", PROMPT, tokens, policy));
            assertThat(log.ids()).isEqualTo(Oracle.alone(pair.small.model(), PROMPT, tokens));
            pair.assertIdleAndBalanced();
        }
    }

    private FakePair withTestPolicies() {
        return new FakePair(options, FakePair.SPEC, FakePair.SPEC, Set.of(), TestPolicies.all());
    }

    /** They name the large model again as if nothing had happened. */
    @ParameterizedTest
    @ValueSource(strings = {"naive", "naiveDrafts"})
    void anAlgorithmThatDoesNotThinkOfOutagesIsHelped(String policy) {
        try (FakePair pair = withTestPolicies()) {
            int[] usual = pair.run(pair.request("pair", PROMPT, TOKENS, PolicySpec.of(policy)))
                    .ids();
            pair.large.failOn(row -> true);
            EventLog log = pair.run(pair.request("pair", PROMPT, TOKENS, PolicySpec.of(policy)));
            assertThat(log.ids()).isNotEqualTo(usual).isEqualTo(Oracle.alone(pair.small.model(), PROMPT, TOKENS));
            pair.large.failOn(null);
            assertThat(pair.run(pair.request("pair", PROMPT, TOKENS, PolicySpec.of(policy)))
                            .ids())
                    .isEqualTo(usual);
            pair.assertIdleAndBalanced();
        }
    }

    @Test
    void aQuestionThatNeverFitsIsAskedOnceForADraft() {
        try (FakePair pair = withTestPolicies()) {
            EventLog log = pair.run(pair.request("pair", PROMPT, 30, PolicySpec.of("naiveQuestions")));
            assertThat(log.ids()).isEqualTo(Oracle.alone(pair.small.model(), PROMPT, 30));
            assertThat(missing).as("30 tokens in drafts of three").hasSize(10).containsOnly("pair l");
            assertThat(pair.large.steps()).isEmpty();
            pair.assertIdleAndBalanced();
        }
    }

    /** A coin's token is the other model's where the coin's own cannot answer; coins of other positions fall as ever. */
    @Test
    void onlyTheTokenOfAFailureIsTheOtherModels() {
        try (FakePair pair = new FakePair(options)) {
            List<String> writers = new ArrayList<>(pair.run(pair.request("pair", PROMPT, TOKENS, BuiltIns.random()))
                    .writers());
            AtomicBoolean first = new AtomicBoolean(true);
            pair.large.failOn(row -> first.getAndSet(false));
            EventLog log = pair.run(pair.request("pair", PROMPT, TOKENS, BuiltIns.random()));
            writers.set(writers.indexOf("l"), "s");
            assertThat(log.writers()).isEqualTo(writers);
            pair.assertIdleAndBalanced();
        }
    }

    @Test
    void whoAskedForOneModelIsNotGivenTheOther() {
        try (FakePair pair = new FakePair(options)) {
            pair.large.failOn(row -> true);
            EventLog log = new EventLog();
            pair.submit(pair.request("pair", PROMPT, TOKENS, FakePair.fixed("large")), log);
            assertThat(log.awaitFailed().error()).hasMessage("model 'l' could not run the request");
            assertThat(missing).isEmpty();
            pair.assertIdleAndBalanced();
        }
    }

    static List<Integer> shortest() {
        return List.of(1, 2, 4, 5, 6);
    }
}
