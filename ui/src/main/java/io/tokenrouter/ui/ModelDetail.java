package io.tokenrouter.ui;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * All that is known of a model.
 *
 * @param origin who registered it, for people
 * @param version of what is registered, for its next change
 * @param steps of its last load, as far as it came
 * @param stepsInAll parts of a load
 * @param shape null where its file could not be read
 * @param pairs ids of the pairs that it belongs to
 */
public record ModelDetail(
        ModelView model,
        String origin,
        long version,
        List<Step> steps,
        int stepsInAll,
        @Nullable Shape shape,
        List<String> pairs) {

    public ModelDetail {
        steps = List.copyOf(steps);
        pairs = List.copyOf(pairs);
    }

    /**
     * A part of a load.
     *
     * @param millis null while it is not over
     * @param detail null for none
     */
    public record Step(
            String name, @Nullable Long millis, @Nullable String detail) {}

    /**
     * What its file says beyond {@link ModelView}, and what it takes, in bytes.
     *
     * @param weightBytes mapped from the file, or copied to the GPU
     * @param kvBytes of its KV cache
     * @param workspaceBytes the rest
     * @param device where it runs, or would run: {@code CPU}, or name and description of a GPU
     */
    public record Shape(
            int feedForwardSize,
            int heads,
            int kvHeads,
            int headSize,
            boolean tiedEmbeddings,
            boolean hasChatTemplate,
            List<String> endTokens,
            long kvBytesPerToken,
            long weightBytes,
            long kvBytes,
            long workspaceBytes,
            String device) {

        public Shape {
            endTokens = List.copyOf(endTokens);
        }
    }
}
