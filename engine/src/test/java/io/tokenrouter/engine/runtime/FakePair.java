package io.tokenrouter.engine.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import io.tokenrouter.engine.api.GenerationHandle;
import io.tokenrouter.engine.api.GenerationRequest;
import io.tokenrouter.engine.api.PolicySpec;
import io.tokenrouter.engine.api.SamplingParams;
import io.tokenrouter.engine.api.StopCriteria;
import io.tokenrouter.engine.api.TokenListener;
import io.tokenrouter.engine.api.Vocabulary;
import io.tokenrouter.engine.executor.Device;
import io.tokenrouter.engine.executor.ExecutorSpec;
import io.tokenrouter.engine.fixtures.EventLog;
import io.tokenrouter.engine.fixtures.FakeExecutor;
import io.tokenrouter.engine.fixtures.FakeModel;
import io.tokenrouter.engine.fixtures.FakeVocabulary;
import io.tokenrouter.engine.fixtures.RandomHead;
import io.tokenrouter.engine.heads.HeadLibrary;
import io.tokenrouter.engine.heads.RouterHead;
import io.tokenrouter.engine.metrics.EngineSnapshot;
import io.tokenrouter.engine.routing.AlgorithmFactory;
import io.tokenrouter.engine.routing.RoutingAlgorithms;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/** An engine with two fake models, {@code s} and {@code l}, as the pair {@code pair}. */
final class FakePair implements AutoCloseable {

    static final int VOCABULARY = 40;
    static final ExecutorSpec SPEC = new ExecutorSpec(VOCABULARY, 256, 4, 400, 16, 64);

    /** Nothing takes place in idle time, so every step is one that a request waited for. */
    static final EngineOptions OPTIONS = EngineOptions.DEFAULTS.without(Optimisation.RUN_AHEAD);

    /** A device that runs one step at a time. */
    record OneLane() implements Device {
        @Override
        public boolean runsOneStepAtATime() {
            return true;
        }
    }

    final FakeExecutor small;
    final FakeExecutor large;
    final RoutingEngine engine;
    private final AtomicInteger requests = new AtomicInteger();

    FakePair() {
        this(OPTIONS, SPEC, SPEC, Set.of(), List.of());
    }

    FakePair(EngineOptions options) {
        this(options, SPEC, SPEC, Set.of(), List.of());
    }

    FakePair(
            EngineOptions options,
            ExecutorSpec smallSpec,
            ExecutorSpec largeSpec,
            Set<Integer> endIds,
            List<AlgorithmFactory> extra) {
        this(options, smallSpec, largeSpec, endIds, extra, null);
    }

    /**
     * @param device of both models; null for one each
     */
    FakePair(
            EngineOptions options,
            ExecutorSpec smallSpec,
            ExecutorSpec largeSpec,
            Set<Integer> endIds,
            List<AlgorithmFactory> extra,
            @Nullable Device device) {
        this(options, smallSpec, largeSpec, new FakeVocabulary(VOCABULARY, endIds), extra, device);
    }

    FakePair(Vocabulary ofSmall, Vocabulary ofLarge, List<AlgorithmFactory> extra) {
        this(
                OPTIONS,
                new FakeExecutor(new FakeModel(1, VOCABULARY), SPEC, null),
                new FakeExecutor(new FakeModel(2, VOCABULARY), SPEC, null),
                ofSmall,
                ofLarge,
                extra);
    }

    FakePair(Vocabulary vocabulary) {
        this(OPTIONS, SPEC, SPEC, vocabulary, List.of(), null);
    }

    FakePair(
            EngineOptions options,
            ExecutorSpec smallSpec,
            ExecutorSpec largeSpec,
            Vocabulary vocabulary,
            List<AlgorithmFactory> extra,
            @Nullable Device device) {
        this(
                options,
                new FakeExecutor(new FakeModel(1, VOCABULARY), smallSpec, device),
                new FakeExecutor(new FakeModel(2, VOCABULARY), largeSpec, device),
                vocabulary,
                extra);
    }

    FakePair(
            EngineOptions options,
            FakeExecutor small,
            FakeExecutor large,
            Vocabulary vocabulary,
            List<AlgorithmFactory> extra) {
        this(options, small, large, vocabulary, vocabulary, extra);
    }

    FakePair(
            EngineOptions options,
            FakeExecutor small,
            FakeExecutor large,
            Vocabulary ofSmall,
            Vocabulary ofLarge,
            List<AlgorithmFactory> extra) {
        List<AlgorithmFactory> factories =
                new ArrayList<>(RoutingAlgorithms.load().all());
        factories.addAll(extra);
        this.small = small;
        this.large = large;
        engine = new RoutingEngine(options, new RoutingAlgorithms(factories, HEADS));
        engine.addModel("s", small, ofSmall, FakePair::encode);
        engine.addModel("l", large, ofLarge, FakePair::encode);
        engine.addPair("pair", "s", "l", PolicySpec.of("uncertainty"));
    }

    static final HeadLibrary HEADS =
            RandomHead.library("demo", RandomHead.perceptron(1, 4), RouterHead.Score.HARD, OptionalDouble.of(0.5));

    /** An id for each character; those of digits are distinct. */
    static int[] encode(String text) {
        return text.chars().map(character -> character % VOCABULARY).toArray();
    }

    static PolicySpec fixed(String role) {
        return new PolicySpec("fixed", Map.of("role", role));
    }

    static PolicySpec entropy(double threshold) {
        return new PolicySpec("uncertainty", Map.of("enter", threshold));
    }

    GenerationRequest request(String target, int[] prompt, int maxTokens, @Nullable PolicySpec policy) {
        return request(target, prompt, StopCriteria.maxTokens(maxTokens), policy);
    }

    GenerationRequest request(String target, int[] prompt, StopCriteria stop, @Nullable PolicySpec policy) {
        return new GenerationRequest(
                "r" + requests.incrementAndGet(), target, prompt, SamplingParams.GREEDY, stop, policy, 0);
    }

    /** Submits and waits for a good end. */
    EventLog run(GenerationRequest request) {
        EventLog log = new EventLog();
        engine.submit(request, log);
        log.awaitFinished();
        return log;
    }

    GenerationHandle submit(GenerationRequest request, TokenListener log) {
        return engine.submit(request, log);
    }

    /** Waits until nothing runs any more, then checks that every block is back and that no bookkeeping was wrong. */
    void assertIdleAndBalanced() {
        assertThat(engine.drain(Duration.ofMinutes(10))).as("drained").isTrue();
        assertNoFaults();
        for (EngineSnapshot.Model model : engine.snapshot().models()) {
            assertThat(model.freeBlocks() + model.cachedBlocks())
                    .as("free and cached blocks of " + model.id())
                    .isEqualTo(model.totalBlocks());
        }
    }

    void assertNoFaults() {
        assertThat(small.faults()).isEmpty();
        assertThat(large.faults()).isEmpty();
    }

    EngineSnapshot.Model model(String id) {
        return engine.snapshot().models().stream()
                .filter(model -> model.id().equals(id))
                .findFirst()
                .orElseThrow();
    }

    @Override
    public void close() {
        engine.close();
        small.close();
        large.close();
    }
}
