package io.tokenrouter.engine.runtime;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.within;

import io.tokenrouter.engine.api.EngineException;
import io.tokenrouter.engine.api.PolicySpec;
import io.tokenrouter.engine.calibrate.Calibration;
import io.tokenrouter.engine.calibrate.Calibrator;
import io.tokenrouter.engine.calibrate.Goal;
import io.tokenrouter.engine.calibrate.Progress;
import io.tokenrouter.engine.calibrate.Replay;
import io.tokenrouter.engine.calibrate.ReplayPrompt;
import io.tokenrouter.engine.routing.RoutingAlgorithms;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Whatever options a policy has, a threshold is found among those that it takes. */
class CalibratedPoliciesTest {

    private static final int MOST_TOKENS = 40;
    private static final List<ReplayPrompt> PROMPTS = IntStream.range(0, 12)
            .mapToObj(i -> new ReplayPrompt(new int[] {1, 2, i}, (ids, ended) -> ids[0] % 2 == 0))
            .toList();

    private final RoutingAlgorithms algorithms =
            new RoutingAlgorithms(List.copyOf(RoutingAlgorithms.load().all()), FakePair.HEADS);
    private final FakePair pair = new FakePair();

    @AfterEach
    void close() {
        pair.close();
    }

    static Stream<PolicySpec> policies() {
        List<Map<String, Object>> metrics = new ArrayList<>();
        for (String metric : List.of("entropy", "top1", "margin", "au", "eu")) {
            metrics.add(Map.of("metric", metric));
        }
        metrics.add(Map.of("metric", "entropy", "normalised", true));
        List<PolicySpec> all = new ArrayList<>();
        for (Map<String, Object> metric : metrics) {
            for (String mode : List.of("replace", "switch")) {
                for (Map<String, Object> more : List.<Map<String, Object>>of(Map.of(), Map.of("window", 3))) {
                    all.add(uncertainty(metric, Map.of("mode", mode), more));
                }
                // doubt is left before it is as large as where it began, confidence once it is larger
                boolean isConfidence = List.of("top1", "margin").contains(metric.get("metric"));
                double exit = metric.containsKey("normalised") ? 0.1 : isConfidence ? 0.7 : 0.3;
                all.add(uncertainty(metric, Map.of("mode", mode), Map.of("exit", exit, "enter", isConfidence ? 0 : 1)));
            }
        }
        for (String metric : List.of("entropy", "top1", "margin", "au", "eu")) {
            all.add(new PolicySpec(
                    "momentum", Map.of("metric", metric, "threshold", 0.5, "low", 0.5, "high", 0.6, "decay", 0.5)));
        }
        all.add(PolicySpec.of("random"));
        all.add(new PolicySpec("neural", Map.of("checkpoint", "demo", "threshold", 0.5)));
        all.add(new PolicySpec("fuse", Map.of("gate", "entropy")));
        return all.stream();
    }

    @SafeVarargs
    private static PolicySpec uncertainty(Map<String, Object>... parts) {
        Map<String, Object> options = new HashMap<>();
        for (Map<String, Object> part : parts) {
            options.putAll(part);
        }
        return new PolicySpec("uncertainty", options);
    }

    /** The share of these models jumps where a threshold changes the first token of an answer, so that not every share is there. */
    @ParameterizedTest
    @MethodSource("policies")
    void aShareIsFoundOrSaidToBeOutOfReach(PolicySpec policy) throws Exception {
        try {
            Calibration found = calibrator(policy).calibrate(new Goal.Share(0.3), PROMPTS, List.of());
            assertThat(found.predicted().share().value()).as("%s", found).isCloseTo(0.3, within(0.02));
            algorithms.override(policy, null, Map.of(), found.threshold());
        } catch (EngineException refused) {
            assertThat(refused).hasMessageStartingWith("no threshold of ");
            assertThat(algorithms.thresholdRule(policy, FakePair.VOCABULARY))
                    .as("where positions tell, it is found: %s", policy)
                    .isEmpty();
        }
    }

    @ParameterizedTest
    @MethodSource("policies")
    void aRecallAndAnAccuracyAreFoundWherePositionsTell(PolicySpec policy) throws Exception {
        for (Goal goal : List.of(new Goal.Recall(0.9), new Goal.Accuracy(0.1))) {
            if (algorithms.thresholdRule(policy, FakePair.VOCABULARY).isPresent()) {
                Calibration found = calibrator(policy).calibrate(goal, PROMPTS, PROMPTS);
                algorithms.override(policy, null, Map.of(), found.threshold());
            } else {
                assertThatExceptionOfType(EngineException.class)
                        .isThrownBy(() -> calibrator(policy).calibrate(goal, PROMPTS, List.of()))
                        .withMessageContaining("choose a share");
            }
        }
    }

    /** Beyond an exit of 0.9 no token in ten is unsure enough. */
    @Test
    void aShareThatNoThresholdGivesIsRefusedWithTheNearestOne() {
        PolicySpec policy = uncertainty(Map.of("exit", 0.9, "enter", 1));
        assertThatExceptionOfType(EngineException.class)
                .isThrownBy(() -> calibrator(policy).calibrate(new Goal.Share(0.6), PROMPTS, List.of()))
                .withMessageMatching(
                        "no threshold of \\d+ that were tried gives the large model 60.0 % of the tokens; nearest came"
                                + " enter 0.9000 with [0-9.]+ %.*");
    }

    @Test
    void aThresholdThatDoesNothingIsRefused() {
        PolicySpec everywhere = PolicySpec.of("fuse");
        assertThatExceptionOfType(EngineException.class)
                .isThrownBy(() -> calibrator(everywhere))
                .withMessageContaining("routing.options.tau does nothing while routing.options.gate is none");
        assertThatExceptionOfType(EngineException.class)
                .isThrownBy(() -> algorithms.override(everywhere, null, Map.of(), 0.5))
                .withMessageContaining("does nothing");
        assertThat(algorithms
                        .override(everywhere, null, Map.of("gate", "entropy"), 0.5)
                        .options())
                .containsEntry("tau", 0.5);
    }

    private Calibrator calibrator(PolicySpec policy) {
        Replay replay = new Replay(pair.engine, "pair", "s", "l", MOST_TOKENS, 4, Progress.NONE);
        return new Calibrator(replay, algorithms, policy, FakePair.VOCABULARY);
    }
}
