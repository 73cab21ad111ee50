package io.tokenrouter.bench.decode;

import de.kherud.llama.InferenceParameters;
import de.kherud.llama.LlamaIterator;
import de.kherud.llama.LlamaModel;
import de.kherud.llama.ModelParameters;
import de.kherud.llama.args.Sampler;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * llama.cpp through its Java binding: one slot per sequence, continuous batching, and one consumer thread that takes the
 * tokens in the order of the slots, which the binding serves without waking anyone else. Its threads sleep while no request
 * is there.
 */
final class LlamaCppDecoder implements BatchDecoder {

    private final LlamaModel model;

    /**
     * @param sequences most sequences at once
     * @param positions most positions of one sequence
     */
    LlamaCppDecoder(Path file, int threads, int sequences, int positions) {
        model = new LlamaModel(new ModelParameters()
                .setModel(file.toString())
                .setThreads(threads)
                .setThreadsBatch(threads)
                .setParallel(sequences)
                .enableContBatching()
                .setCtxSize(sequences * positions)
                .disableContextShift()
                .disableLog());
    }

    /** The prompt as the tokenizer of the model file sees it. */
    Prompt prompt(String text) {
        return new Prompt(text, model.encode(text));
    }

    @Override
    public double decode(List<Prompt> prompts, int newTokens) {
        List<LlamaIterator> running = new ArrayList<>();
        List<TokenTimes> times = new ArrayList<>();
        for (Prompt prompt : prompts) {
            running.add(model.generate(greedy(prompt, newTokens)).iterator());
            times.add(new TokenTimes(newTokens + 1));
        }
        while (running.stream().anyMatch(LlamaIterator::hasNext)) {
            for (int i = 0; i < running.size(); i++) {
                LlamaIterator sequence = running.get(i);
                if (sequence.hasNext()) {
                    sequence.next();
                    long now = System.nanoTime();
                    if (sequence.hasNext()) {
                        times.get(i).add(now);
                    }
                }
            }
        }
        return TokenTimes.commonRate(times);
    }

    @Override
    public double prefill(Prompt prompt) {
        long start = System.nanoTime();
        model.complete(greedy(prompt, 1));
        return prompt.ids().length * 1e9 / (System.nanoTime() - start);
    }

    private static InferenceParameters greedy(Prompt prompt, int newTokens) {
        return new InferenceParameters(prompt.text())
                .setNPredict(newTokens)
                .setTemperature(0)
                .setSamplers(Sampler.TEMPERATURE)
                .setIgnoreEos(true)
                .setCachePrompt(false);
    }

    @Override
    public void close() {
        model.close();
    }
}
