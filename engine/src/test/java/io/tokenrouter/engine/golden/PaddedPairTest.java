package io.tokenrouter.engine.golden;

import static org.assertj.core.api.Assertions.assertThat;

import io.tokenrouter.engine.api.GenerationRequest;
import io.tokenrouter.engine.api.PolicySpec;
import io.tokenrouter.engine.api.SamplingParams;
import io.tokenrouter.engine.api.StopCriteria;
import io.tokenrouter.engine.catalog.LoadProgress;
import io.tokenrouter.engine.catalog.LoadedModel;
import io.tokenrouter.engine.catalog.ModelLoader;
import io.tokenrouter.engine.catalog.PairCompatibility;
import io.tokenrouter.engine.executor.cpu.CpuDevice;
import io.tokenrouter.engine.executor.cpu.CpuExecutorOptions;
import io.tokenrouter.engine.fixtures.EventLog;
import io.tokenrouter.engine.fixtures.SharedFiles;
import io.tokenrouter.engine.routing.RoutingAlgorithms;
import io.tokenrouter.engine.runtime.EngineOptions;
import io.tokenrouter.engine.runtime.RoutingEngine;
import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Two models of one vocabulary whose rows of logits differ in width, 544 and 512, write together; nobody ever sees a padded id. */
class PaddedPairTest {

    private static final int IDS = 512;
    private static final CpuExecutorOptions OPTIONS = CpuExecutorOptions.DEFAULTS.withKvBytes(4 << 20);

    /** Hot enough that every id comes up, padded ones too if they could. */
    private static final SamplingParams HOT = new SamplingParams(2f, 1f, 0, 0f, 1f, 0f, 0f, Map.of(), 11);

    @Test
    void writesIdsOfTheVocabularyOnly() throws IOException {
        try (CpuDevice device = new CpuDevice(2);
                LoadedModel padded = load(device, "padded", "qwen2");
                LoadedModel plain = load(device, "plain", "qwen2-yarn");
                RoutingEngine engine = new RoutingEngine(EngineOptions.DEFAULTS, RoutingAlgorithms.load())) {
            assertThat(padded.description().config().vocabularySize()).isEqualTo(IDS + 32);
            assertThat(plain.description().config().vocabularySize()).isEqualTo(IDS);
            assertThat(PairCompatibility.of(padded, plain).isCompatible()).isTrue();
            for (LoadedModel model : List.of(padded, plain)) {
                engine.addModel(
                        model.id(),
                        model.executor(),
                        model.tokenizer().vocabulary(),
                        model.tokenizer()::encodeContinuation);
            }
            engine.addPair("padded-small", "padded", "plain", PolicySpec.of("uncertainty"));
            engine.addPair("padded-large", "plain", "padded", PolicySpec.of("uncertainty"));
            for (String pair : List.of("padded-small", "padded-large")) {
                for (PolicySpec policy : List.of(
                        new PolicySpec("random", Map.of("p", 0.5)),
                        new PolicySpec("speculative", Map.of("k", 3)),
                        new PolicySpec("fuse", Map.of("space", "prob")))) {
                    int[] ids = answer(engine, padded, pair, policy);
                    assertThat(ids).as("%s %s", pair, policy).hasSize(120);
                    assertThat(Arrays.stream(ids).max().orElseThrow()).isLessThan(IDS);
                }
            }
        }
    }

    private static int[] answer(RoutingEngine engine, LoadedModel model, String pair, PolicySpec policy) {
        EventLog log = new EventLog();
        engine.submit(
                new GenerationRequest(
                        pair + policy.algorithm(),
                        pair,
                        model.tokenizer().encode("It was a dark and stormy night."),
                        HOT,
                        new StopCriteria(120, List.of(), Set.of(), true),
                        policy,
                        0),
                log);
        log.awaitFinished();
        return log.ids();
    }

    private static LoadedModel load(CpuDevice device, String id, String family) throws IOException {
        return new ModelLoader(device)
                .load(id, SharedFiles.require("golden/tiny/" + family), OPTIONS, LoadProgress.NONE);
    }
}
