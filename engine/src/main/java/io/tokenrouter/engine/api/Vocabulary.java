package io.tokenrouter.engine.api;

import java.util.Set;

/** The ids of one tokenizer and the bytes they stand for. Immutable; safe from any thread. */
public interface Vocabulary {

    /** Number of ids; ids are 0 to size - 1. A model's logits may be wider (padding), those ids are never sampled. */
    int size();

    /**
     * The bytes that a token adds to the text. Any part of a UTF-8 sequence. Empty for control tokens, save those that mark
     * calls of tools.
     *
     * @throws IndexOutOfBoundsException for an id outside the vocabulary
     */
    byte[] bytes(int id);

    /** The token as the file spells it, for people and error messages. Empty for a gap in the numbering, which is never sampled. */
    String piece(int id);

    /** Begin, end, role markers: what text of a user never becomes. */
    boolean isControl(int id);

    /** Ids that end a turn. */
    Set<Integer> endIds();
}
