package io.tokenrouter.app.registry;

import io.tokenrouter.engine.catalog.ModelDescription;
import io.tokenrouter.engine.catalog.ModelInspection;
import io.tokenrouter.engine.executor.ExecutorMemory;
import io.tokenrouter.engine.executor.cpu.CpuExecutorOptions;
import io.tokenrouter.engine.executor.cpu.CpuMemory;
import io.tokenrouter.engine.model.ModelConfig;
import java.util.List;

/**
 * What a model's file says, and what the model would take.
 *
 * @param hasChatTemplate whether conversations can be sent to it
 * @param endTokens spellings of the ids that end its turn
 * @param kvBytesPerToken memory for the keys and values of one token
 * @param memory what it takes once it is loaded
 */
public record ModelFacts(
        ModelDescription description,
        boolean hasChatTemplate,
        List<String> endTokens,
        long kvBytesPerToken,
        ExecutorMemory memory) {

    /** The device of models that have no other. */
    private static final String PROCESSOR = "CPU";

    private static final int MOST_ENDS = 8;

    public ModelFacts {
        endTokens = List.copyOf(endTokens);
    }

    static ModelFacts of(ModelInspection file, ExecutorMemory memory) {
        return new ModelFacts(
                file.description(),
                file.chatTemplate().isPresent(),
                file.vocabulary().endIds().stream()
                        .sorted()
                        .limit(MOST_ENDS)
                        .map(file.vocabulary()::piece)
                        .toList(),
                kvBytesPerToken(file.description().config(), memory),
                memory);
    }

    /** Memory for the keys and values of one token where the model is, or would be. */
    static long kvBytesPerToken(ModelConfig config, ExecutorMemory memory) {
        return memory instanceof OnDevice there
                ? there.kvBytesPerToken()
                : CpuMemory.kvBytesPerToken(config, CpuExecutorOptions.DEFAULTS.kvType());
    }

    /** Where it runs, or would run, for people. */
    public String device() {
        return device(memory);
    }

    /** Where what takes this memory runs, for people. */
    public static String device(ExecutorMemory memory) {
        return memory instanceof OnDevice there ? there.label() : PROCESSOR;
    }
}
