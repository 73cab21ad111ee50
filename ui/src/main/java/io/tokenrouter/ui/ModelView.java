package io.tokenrouter.ui;

import org.jspecify.annotations.Nullable;

/**
 * A model as operators see it.
 *
 * @param id as API callers name it
 * @param reason why it is in this state, a sentence for people; null where the state says all
 * @param architecture as its file names it, for example {@code llama}
 * @param fileName name of its file without the folder
 * @param bytes size of the file
 * @param weightFormat format of most weights, for example {@code Q8_0}
 * @param parameters number of weights
 * @param layers decoder blocks
 * @param hiddenSize width of the residual stream
 * @param vocabularySize ids of its tokenizer
 * @param contextLength most ids of prompt and answer together
 */
public record ModelView(
        String id,
        ServingState state,
        @Nullable String reason,
        String architecture,
        String fileName,
        long bytes,
        String weightFormat,
        long parameters,
        int layers,
        int hiddenSize,
        int vocabularySize,
        int contextLength) {}
