package io.tokenrouter.app.admin;

import io.tokenrouter.app.registry.LoadStep;
import io.tokenrouter.app.registry.MemoryCheck;
import io.tokenrouter.app.registry.ModelFacts;
import io.tokenrouter.app.registry.ModelStatus;
import io.tokenrouter.engine.executor.ExecutorMemory;
import io.tokenrouter.engine.model.ModelConfig;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * A model as the admin API tells it.
 *
 * @param steps of its last load as far as it came
 * @param file its name
 * @param path where it lies; null for those who may not know
 * @param stepsInAll parts of a load
 * @param facts null where its file could not be read
 * @param pairs ids of the pairs that it belongs to
 */
record ModelJson(
        String id,
        String state,
        @Nullable String reason,
        String origin,
        String file,
        @Nullable String path,
        Instant createdAt,
        boolean wanted,
        @Nullable Long kvBytes,
        long version,
        List<LoadStep> steps,
        int stepsInAll,
        @Nullable Facts facts,
        @Nullable Memory memory,
        List<String> pairs) {

    /** What the file says. */
    record Facts(
            String architecture,
            String name,
            long bytes,
            long parameters,
            String weightFormat,
            int layers,
            int hiddenSize,
            int feedForwardSize,
            int heads,
            int kvHeads,
            int headSize,
            int vocabulary,
            int logits,
            int contextLength,
            boolean tiedEmbeddings,
            boolean hasChatTemplate,
            List<String> endTokens,
            long kvBytesPerToken) {

        static Facts of(ModelFacts facts) {
            ModelConfig config = facts.description().config();
            return new Facts(
                    config.architecture(),
                    config.name(),
                    facts.description().bytes(),
                    facts.description().parameters(),
                    facts.description().weightFormat(),
                    config.layers(),
                    config.hiddenSize(),
                    config.feedForwardSize(),
                    config.heads(),
                    config.kvHeads(),
                    config.headDim(),
                    facts.description().tokenizerSize(),
                    config.vocabularySize(),
                    config.contextLength(),
                    config.tiedEmbeddings(),
                    facts.hasChatTemplate(),
                    facts.endTokens(),
                    facts.kvBytesPerToken());
        }
    }

    /**
     * Bytes that it takes, and where it was asked for, what there is.
     *
     * @param device where it runs, or would run, for people: {@code CPU}, or name and description of a GPU
     * @param heap of the Java heap, the KV cache included; nothing where it is on a GPU
     * @param freeOnDevice of the GPU
     * @param refusal why it does not fit; null where it fits or nobody asked
     */
    record Memory(
            String device,
            long weights,
            long keysAndValues,
            long workspace,
            long heap,
            @Nullable Long freeHeap,
            @Nullable Long available,
            @Nullable Long freeOnDevice,
            @Nullable String refusal) {

        static Memory of(ExecutorMemory needed) {
            return new Memory(
                    ModelFacts.device(needed),
                    needed.weights(),
                    needed.keysAndValues(),
                    needed.workspace(),
                    needed.heap(),
                    null,
                    null,
                    null,
                    null);
        }

        static Memory of(MemoryCheck check) {
            ExecutorMemory needed = check.needed();
            return new Memory(
                    ModelFacts.device(needed),
                    needed.weights(),
                    needed.keysAndValues(),
                    needed.workspace(),
                    needed.heap(),
                    check.freeHeap(),
                    check.available(),
                    check.freeOnDevice(),
                    check.refusal());
        }
    }

    static ModelJson of(ModelStatus model, List<String> pairs) {
        ModelFacts facts = model.facts();
        return new ModelJson(
                model.id(),
                word(model.state()),
                model.reason(),
                word(model.registered().origin()),
                model.registered().file().getFileName().toString(),
                model.registered().file().toString(),
                model.registered().createdAt(),
                model.registered().wanted(),
                model.registered().kvBytes(),
                model.registered().version(),
                model.steps(),
                ModelStatus.STEPS,
                facts == null ? null : Facts.of(facts),
                facts == null ? null : Memory.of(facts.memory()),
                pairs);
    }

    /** The same for viewers, who are not told where files lie. */
    ModelJson withoutPath() {
        return new ModelJson(
                id,
                state,
                reason,
                origin,
                file,
                null,
                createdAt,
                wanted,
                kvBytes,
                version,
                steps,
                stepsInAll,
                facts,
                memory,
                pairs);
    }

    /** As JSON spells a constant. */
    static String word(Enum<?> constant) {
        return constant.name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
}
