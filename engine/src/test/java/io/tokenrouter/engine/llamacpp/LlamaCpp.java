package io.tokenrouter.engine.llamacpp;

import de.kherud.llama.InferenceParameters;
import de.kherud.llama.LlamaModel;
import de.kherud.llama.LlamaOutput;
import de.kherud.llama.ModelParameters;
import de.kherud.llama.args.CacheType;
import de.kherud.llama.args.Sampler;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Assumptions;

/** llama.cpp with a float32 KV cache on one thread, greedy. */
final class LlamaCpp implements AutoCloseable {

    private final LlamaModel model;

    private LlamaCpp(LlamaModel model) {
        this.model = model;
    }

    /** Skips the calling test where the native library does not run on this machine. */
    static LlamaCpp open(Path file) {
        try {
            return new LlamaCpp(new LlamaModel(new ModelParameters()
                    .setModel(file.toString())
                    .setCtxSize(512)
                    .setThreads(1)
                    .setThreadsBatch(1)
                    .setCacheTypeK(CacheType.F32)
                    .setCacheTypeV(CacheType.F32)
                    .skipWarmup()
                    .disableLog()));
        } catch (UnsatisfiedLinkError e) {
            Assumptions.abort("skipped: llama.cpp does not run here: " + e.getMessage());
            throw e;
        }
    }

    /** The ids of a prompt in which control tokens count as such. */
    int[] encode(String prompt) {
        return model.encode(prompt);
    }

    /** The text of each generated token; an end token adds an empty text and ends the list. */
    List<String> generate(String prompt, int tokens) {
        InferenceParameters greedy = new InferenceParameters(prompt)
                .setNPredict(tokens)
                .setSamplers(Sampler.TOP_K)
                .setTopK(1)
                .setTemperature(0)
                .setCachePrompt(false);
        List<String> texts = new ArrayList<>();
        for (LlamaOutput output : model.generate(greedy)) {
            texts.add(output.text);
        }
        return texts;
    }

    @Override
    public void close() {
        model.close();
    }
}
