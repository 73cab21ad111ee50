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
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

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

    static List<Integer> shortest() {
        return List.of(1, 2, 4, 5, 6);
    }
}
