package io.tokenrouter.engine.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import io.tokenrouter.engine.api.EngineException;
import io.tokenrouter.engine.api.PolicySpec;
import io.tokenrouter.engine.executor.Device;
import io.tokenrouter.engine.fixtures.EventLog;
import io.tokenrouter.engine.metrics.EngineMetrics;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The device of a model goes while requests run: they end with the reason, whatever their algorithm, and others go on. */
class LostDeviceTest {

    private static final int[] PROMPT = {3, 1, 4, 1, 5, 9};
    private static final int TOKENS = 120;
    private static final String REASON = "cuda:0 was lost: an uncorrectable memory error";

    private final List<String> lost = Collections.synchronizedList(new ArrayList<>());
    private final EngineOptions options = FakePair.OPTIONS.withMetrics(new EngineMetrics() {
        @Override
        public void modelLost(String model, String reason) {
            lost.add(model + ": " + reason);
        }
    });

    /** Steps of its models may overlap. */
    record Gpu(int number) implements Device {
        @Override
        public boolean runsOneStepAtATime() {
            return false;
        }
    }

    static List<PolicySpec> policies() {
        return BuiltIns.ofBothModels();
    }

    @ParameterizedTest
    @MethodSource("policies")
    void aRequestOfThePairEndsWithTheReason(PolicySpec policy) {
        try (FakePair pair = new FakePair(options)) {
            pair.large.lose(REASON);
            EventLog ended = new EventLog();
            pair.submit(pair.request("pair", PROMPT, TOKENS, policy), ended);

            EngineException error = ended.awaitFailed().error();
            assertThat(error.kind()).isEqualTo(EngineException.Kind.DEVICE_LOST);
            assertThat(error).hasMessage("model 'l' could not run the request: " + REASON);
            assertThat(lost).containsExactly("l: " + REASON);
            pair.assertIdleAndBalanced();
        }
    }

    @Test
    void allThatRunEndAndTheLossIsToldOnce() {
        try (FakePair pair = new FakePair(options)) {
            int[] expected = pair.run(pair.request("s", PROMPT, TOKENS, null)).ids();
            pair.large.lose(REASON);
            List<EventLog> ended = new ArrayList<>();
            for (int i = 0; i < 20; i++) {
                EventLog log = new EventLog();
                ended.add(log);
                pair.submit(pair.request("l", new int[] {i, 2, 3}, TOKENS, null), log);
            }
            EventLog bystander = pair.run(pair.request("s", PROMPT, TOKENS, null));

            ended.forEach(
                    log -> assertThat(log.awaitFailed().error().kind()).isEqualTo(EngineException.Kind.DEVICE_LOST));
            assertThat(bystander.ids()).isEqualTo(expected);
            assertThat(lost).hasSize(1);
            pair.assertIdleAndBalanced();
        }
    }

    @Test
    void whatWasLostCanBeRemovedAndComeBack() {
        try (FakePair pair = new FakePair(options)) {
            pair.large.lose(REASON);
            EventLog ended = new EventLog();
            pair.submit(pair.request("pair", PROMPT, TOKENS, FakePair.fixed("large")), ended);
            ended.awaitFailed();
            pair.engine.removePair("pair", Duration.ofMinutes(1));
            pair.engine.removeModel("l", Duration.ofMinutes(1));

            assertThat(pair.run(pair.request("s", PROMPT, 5, null)).ids()).hasSize(5);
            assertThat(pair.engine.snapshot().models()).hasSize(1);
            pair.assertIdleAndBalanced();
        }
    }

    @Test
    void twoModelsOfOneGpuRunTheSameAsTwoOfTheirOwn() {
        int[] expected;
        PolicySpec policy = FakePair.entropy(0.5);
        try (FakePair apart = new FakePair()) {
            expected = apart.run(apart.request("pair", PROMPT, TOKENS, policy)).ids();
        }
        try (FakePair pair =
                new FakePair(FakePair.OPTIONS, FakePair.SPEC, FakePair.SPEC, Set.of(), List.of(), new Gpu(0))) {
            assertThat(pair.run(pair.request("pair", PROMPT, TOKENS, policy)).ids())
                    .isEqualTo(expected);
            pair.assertIdleAndBalanced();
        }
    }
}
