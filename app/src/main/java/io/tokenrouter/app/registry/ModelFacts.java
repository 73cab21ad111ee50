package io.tokenrouter.app.registry;

import io.tokenrouter.engine.catalog.ModelDescription;
import io.tokenrouter.engine.catalog.ModelInspection;
import io.tokenrouter.engine.executor.cpu.CpuExecutorOptions;
import io.tokenrouter.engine.executor.cpu.CpuMemory;
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
        CpuMemory memory) {

    private static final int MOST_ENDS = 8;

    public ModelFacts {
        endTokens = List.copyOf(endTokens);
    }

    static ModelFacts of(ModelInspection file, CpuMemory memory) {
        return new ModelFacts(
                file.description(),
                file.chatTemplate().isPresent(),
                file.vocabulary().endIds().stream()
                        .sorted()
                        .limit(MOST_ENDS)
                        .map(file.vocabulary()::piece)
                        .toList(),
                CpuMemory.kvBytesPerToken(file.description().config(), CpuExecutorOptions.DEFAULTS.kvType()),
                memory);
    }
}
