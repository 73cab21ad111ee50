package io.tokenrouter.engine.runtime;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.tokenrouter.engine.api.EngineException;
import io.tokenrouter.engine.api.PolicySpec;
import io.tokenrouter.engine.fixtures.EventLog;
import io.tokenrouter.engine.fixtures.FakeExecutor;
import io.tokenrouter.engine.fixtures.FakeModel;
import io.tokenrouter.engine.fixtures.FakeVocabulary;
import io.tokenrouter.engine.routing.AlgorithmFactory;
import io.tokenrouter.engine.routing.OptionSpec;
import io.tokenrouter.engine.routing.Options;
import io.tokenrouter.engine.routing.RoutingAlgorithm;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class RetirementTest {

    private static final int[] PROMPT = {3, 1, 4};

    @Test
    void aRequestOnItsWayInIsRefusedOnceItsPairIsGone() {
        Meanwhile meanwhile = new Meanwhile();
        try (FakePair pair =
                new FakePair(FakePair.OPTIONS, FakePair.SPEC, FakePair.SPEC, Set.of(), List.of(meanwhile))) {
            meanwhile.action = () -> {
                pair.engine.removePair("pair", Duration.ZERO);
                pair.engine.removeModel("s", Duration.ZERO);
            };
            EngineException refusal = catchThrowableOfType(
                    EngineException.class,
                    () -> pair.submit(
                            pair.request("pair", PROMPT, 3, PolicySpec.of(meanwhile.name())), new EventLog()));

            assertThat(refusal).isNotNull();
            assertThat(refusal.kind()).isEqualTo(EngineException.Kind.UNAVAILABLE);
            assertThat(pair.run(pair.request("l", PROMPT, 3, null)).ids()).hasSize(3);
            pair.assertIdleAndBalanced();
        }
    }

    @Test
    void aPairOfTheSameIdDoesNotTakeRequestsOfTheOneBefore() {
        Meanwhile meanwhile = new Meanwhile();
        try (FakePair pair =
                new FakePair(FakePair.OPTIONS, FakePair.SPEC, FakePair.SPEC, Set.of(), List.of(meanwhile))) {
            meanwhile.action = () -> {
                pair.engine.removePair("pair", Duration.ZERO);
                pair.engine.addPair("pair", "l", "s", PolicySpec.of("uncertainty"));
            };
            EngineException refusal = catchThrowableOfType(
                    EngineException.class,
                    () -> pair.submit(
                            pair.request("pair", PROMPT, 3, PolicySpec.of(meanwhile.name())), new EventLog()));

            assertThat(refusal).isNotNull();
            assertThat(refusal.kind()).isEqualTo(EngineException.Kind.UNAVAILABLE);
            assertThat(pair.run(pair.request("pair", PROMPT, 3, null)).ids()).hasSize(3);
            pair.assertIdleAndBalanced();
        }
    }

    @Test
    void modelsComeAndGoOnADeviceThatTheyShare() {
        FakePair.OneLane lane = new FakePair.OneLane();
        try (FakePair pair = new FakePair(FakePair.OPTIONS, FakePair.SPEC, FakePair.SPEC, Set.of(), List.of(), lane)) {
            assertThat(pair.run(pair.request("pair", PROMPT, 20, null)).ids()).hasSize(20);
            pair.engine.removePair("pair", Duration.ZERO);
            pair.engine.removeModel("s", Duration.ZERO);
            assertThat(pair.run(pair.request("l", PROMPT, 3, null)).ids()).hasSize(3);

            FakeExecutor next = new FakeExecutor(new FakeModel(3, FakePair.VOCABULARY), FakePair.SPEC, lane);
            pair.engine.addModel("n", next, FakeVocabulary.endless(FakePair.VOCABULARY));
            pair.engine.removeModel("l", Duration.ZERO);
            assertThat(pair.run(pair.request("n", PROMPT, 3, null)).ids()).hasSize(3);
            pair.engine.removeModel("n", Duration.ZERO);

            pair.engine.addModel("again", next, FakeVocabulary.endless(FakePair.VOCABULARY));
            assertThat(pair.run(pair.request("again", PROMPT, 3, null)).ids()).hasSize(3);
            pair.assertIdleAndBalanced();
        }
    }

    @Test
    void moreModelsThanADeviceTakesAreRefusedAndTheOthersGoOn() {
        FakePair.OneLane lane = new FakePair.OneLane();
        try (FakePair pair = new FakePair(FakePair.OPTIONS, FakePair.SPEC, FakePair.SPEC, Set.of(), List.of(), lane)) {
            FakeModel model = new FakeModel(3, FakePair.VOCABULARY);
            IllegalArgumentException refusal = null;
            for (int i = 0; i < 100 && refusal == null; i++) {
                try {
                    pair.engine.addModel(
                            "m" + i,
                            new FakeExecutor(model, FakePair.SPEC, lane),
                            FakeVocabulary.endless(FakePair.VOCABULARY));
                } catch (IllegalArgumentException e) {
                    refusal = e;
                }
            }

            assertThat(refusal).hasMessageContaining("models");
            assertThat(pair.run(pair.request("pair", PROMPT, 20, null)).ids()).hasSize(20);
            assertThat(pair.run(pair.request("m7", PROMPT, 3, null)).ids()).hasSize(3);
            pair.assertIdleAndBalanced();
        }
    }

    /** The small model writes everything; something happens while the policy of a request is made. */
    private static final class Meanwhile implements AlgorithmFactory {

        private Runnable action = () -> {};

        @Override
        public String name() {
            return "meanwhile";
        }

        @Override
        public String help() {
            return name();
        }

        @Override
        public List<OptionSpec> options() {
            return List.of();
        }

        @Override
        public @Nullable String thresholdOption() {
            return null;
        }

        @Override
        public RoutingAlgorithm<?> create(Options options) {
            action.run();
            return new DraftPolicies.Draft();
        }
    }
}
