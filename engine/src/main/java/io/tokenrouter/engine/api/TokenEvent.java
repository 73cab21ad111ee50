package io.tokenrouter.engine.api;

import org.jspecify.annotations.Nullable;

/** What a generation tells its listener: any number of {@link Token}s, then exactly one of the other two. */
public sealed interface TokenEvent {

    /**
     * A committed token; never taken back.
     *
     * @param index 0 for the first generated token
     * @param id token id
     * @param writer id of the model that wrote it; null where an algorithm inserted it literally
     * @param logprob natural log-probability under the writer's raw logits (temperature 1, no penalties); NaN if unknown
     * @param entropy nats, of the model that was asked first at this position; NaN if not computed
     * @param proposed the other model's token at this position where both were asked
     * @param topIds ids of the writer's most probable tokens, best first; empty unless asked for
     * @param topLogprobs their log-probabilities, same length
     */
    record Token(
            int index,
            int id,
            @Nullable String writer,
            float logprob,
            float entropy,
            @Nullable Proposed proposed,
            int[] topIds,
            float[] topLogprobs)
            implements TokenEvent {}

    /** A token that was proposed at a position and not taken. */
    record Proposed(int id, String writer, float entropy) {}

    /**
     * The generation ended as it should.
     *
     * @param stopDetail the stop string that matched, or the text of the id that ended it; null on length
     */
    record Finished(FinishReason reason, @Nullable String stopDetail, GenerationStats stats) implements TokenEvent {}

    /** The generation ended with an error; what was streamed before stays valid. */
    record Failed(EngineException error, GenerationStats stats) implements TokenEvent {}
}
