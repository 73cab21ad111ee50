package io.tokenrouter.engine.heads;

import java.util.OptionalDouble;

/**
 * A trained router of one small model.
 *
 * @param id as policies name it
 * @param score what its number means
 * @param threshold that it was made for; empty where its file has none
 */
public record RouterHead(String id, RouterNet net, Score score, OptionalDouble threshold) {

    /** What a high number of a network means. */
    public enum Score {
        /** The position needs the large model; it writes from the threshold on (R2R, Co-LLM). */
        HARD,
        /** The small model's token will do; the large model writes below the threshold (CITER). */
        EASY
    }
}
