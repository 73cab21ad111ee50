package io.tokenrouter.engine.golden;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.tokenrouter.engine.catalog.LoadProgress;
import io.tokenrouter.engine.catalog.LoadedModel;
import io.tokenrouter.engine.catalog.ModelLoader;
import io.tokenrouter.engine.executor.TokenCandidate;
import io.tokenrouter.engine.executor.cpu.CpuDevice;
import io.tokenrouter.engine.executor.cpu.CpuExecutorOptions;
import io.tokenrouter.engine.executor.cpu.KvType;
import io.tokenrouter.engine.fixtures.Greedy;
import io.tokenrouter.engine.fixtures.SharedFiles;
import io.tokenrouter.engine.tokenizer.RenderedChat;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/** A real chat model in Q4_1, from text to ids and entropies, against float32 arithmetic on the dequantised weights. */
class SmolLm2Test {

    private static final double TOLERANCE = 1e-4;

    @Test
    void greedyIdsAndEntropiesAreThoseOfTheReference() throws IOException {
        Path file = SharedFiles.require("models/SmolLM2-135M-Instruct.Q4_1.gguf");
        JsonNode reference = References.json(SharedFiles.require("golden/smollm2/reference.json"));
        try (CpuDevice device = CpuDevice.ofThisMachine();
                LoadedModel model = new ModelLoader(device)
                        .load(
                                "smollm2",
                                file,
                                CpuExecutorOptions.DEFAULTS
                                        .withKvType(KvType.F32)
                                        .withKvBytes(64 << 20),
                                LoadProgress.NONE)) {
            assertThat(model.description().weightFormat()).isEqualTo("Q4_1");
            for (JsonNode prompt : reference.required("prompts")) {
                check(model, prompt);
            }
        }
    }

    private static void check(LoadedModel model, JsonNode prompt) {
        String name = prompt.required("name").stringValue();
        int[] promptIds = model.tokenizer()
                .encode(new RenderedChat(List.of(
                        new RenderedChat.Segment(prompt.required("prompt").stringValue(), true))));
        assertThat(promptIds).as("prompt ids of %s", name).isEqualTo(References.ints(prompt.required("prompt_ids")));

        JsonNode wanted = prompt.required("greedy");
        int[] ids = References.ints(wanted.required("ids"));
        List<TokenCandidate> got = new Greedy(model.executor()).decode(promptIds, ids.length);
        assertThat(Greedy.ids(got)).as("greedy ids of %s", name).isEqualTo(ids);
        double[] entropies = References.doubles(wanted.required("entropies"));
        double[] gaps = References.doubles(wanted.required("gaps"));
        for (int i = 0; i < ids.length; i++) {
            TokenCandidate candidate = got.get(i);
            assertThat((double) candidate.entropy())
                    .as("entropy of token %d of %s", i, name)
                    .isCloseTo(entropies[i], within(entropyTolerance(entropies[i])));
            assertThat((double) candidate.topLogprobs()[0] - candidate.topLogprobs()[1])
                    .as("gap of token %d of %s", i, name)
                    .isCloseTo(gaps[i], within(5 * TOLERANCE));
        }
        assertThat(model.tokenizer().decode(Arrays.copyOf(ids, endOf(prompt, ids.length))))
                .isEqualTo(textUpToTheEnd(prompt));
    }

    private static double entropyTolerance(double entropy) {
        return TOLERANCE * Math.max(1, entropy);
    }

    private static int endOf(JsonNode prompt, int length) {
        JsonNode end = prompt.required("ends_at");
        return end.isNull() ? length : end.intValue();
    }

    private static String textUpToTheEnd(JsonNode prompt) {
        String text = prompt.required("text").stringValue();
        int end = text.indexOf("<|im_end|>");
        return end < 0 ? text : text.substring(0, end);
    }
}
