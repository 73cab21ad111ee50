package io.tokenrouter.engine.golden;

import static org.assertj.core.api.Assertions.assertThat;

import io.tokenrouter.engine.api.FinishReason;
import io.tokenrouter.engine.api.GenerationRequest;
import io.tokenrouter.engine.api.SamplingParams;
import io.tokenrouter.engine.api.StopCriteria;
import io.tokenrouter.engine.api.TokenConstraint;
import io.tokenrouter.engine.catalog.LoadProgress;
import io.tokenrouter.engine.catalog.LoadedModel;
import io.tokenrouter.engine.catalog.ModelLoader;
import io.tokenrouter.engine.executor.cpu.CpuDevice;
import io.tokenrouter.engine.executor.cpu.CpuExecutorOptions;
import io.tokenrouter.engine.fixtures.EventLog;
import io.tokenrouter.engine.fixtures.SharedFiles;
import io.tokenrouter.engine.grammar.Grammar;
import io.tokenrouter.engine.grammar.SchemaOracle;
import io.tokenrouter.engine.grammar.TokenGrammars;
import io.tokenrouter.engine.routing.RoutingAlgorithms;
import io.tokenrouter.engine.runtime.EngineOptions;
import io.tokenrouter.engine.runtime.RoutingEngine;
import io.tokenrouter.engine.tokenizer.Tokenizer;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** A real chat model in Q4_1 that answers by a schema, beside a request that does not. */
class SmolLm2SchemaTest {

    private static final Map<String, Object> CITY = Map.of(
            "type",
            "object",
            "properties",
            Map.of("city", Map.of("type", "string", "maxLength", 20)),
            "required",
            List.of("city"),
            "additionalProperties",
            false);

    @Test
    void theAnswerIsValidAndTheRequestBesideItIsUntouched() throws IOException {
        Path file = SharedFiles.require("models/SmolLM2-135M-Instruct.Q4_1.gguf");
        try (CpuDevice device = CpuDevice.ofThisMachine();
                LoadedModel model = new ModelLoader(device)
                        .load("smollm2", file, CpuExecutorOptions.DEFAULTS.withKvBytes(64 << 20), LoadProgress.NONE);
                RoutingEngine engine = new RoutingEngine(EngineOptions.DEFAULTS, RoutingAlgorithms.load())) {
            Tokenizer tokenizer = model.tokenizer();
            engine.addModel("m", model.executor(), tokenizer.vocabulary());
            TokenConstraint city = new TokenGrammars(tokenizer.vocabulary()).constrain(Grammar.ofSchema(CITY));
            int[] prompt = tokenizer.encode("The capital of France is");

            EventLog alone = new EventLog();
            engine.submit(request("alone", prompt, null), alone);
            alone.awaitFinished();
            EventLog constrained = new EventLog();
            EventLog beside = new EventLog();
            engine.submit(request("constrained", prompt, city), constrained);
            engine.submit(request("beside", prompt, null), beside);
            beside.awaitFinished();

            assertThat(constrained.awaitFinished().reason()).isEqualTo(FinishReason.STOP);
            String document = tokenizer.decode(constrained.ids());
            assertThat(SchemaOracle.faults(CITY, document)).as(document).isEmpty();
            assertThat(beside.ids()).isEqualTo(alone.ids());
        }
    }

    private static GenerationRequest request(String id, int[] prompt, @Nullable TokenConstraint constraint) {
        return new GenerationRequest(
                id, "m", prompt, SamplingParams.GREEDY, StopCriteria.maxTokens(40), null, 0, constraint);
    }
}
