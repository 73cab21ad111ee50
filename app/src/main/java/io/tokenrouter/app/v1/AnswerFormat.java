package io.tokenrouter.app.v1;

import io.tokenrouter.engine.api.TokenEvent;
import io.tokenrouter.engine.api.Vocabulary;
import java.util.List;

/**
 * What differs between chat and text completions in an answer. The strings are pieces of JSON.
 */
interface AnswerFormat {

    /** Value of {@code object} in a chunk of a stream. */
    String chunkObject();

    /** Fields of the chunk that opens a choice; empty if none does. */
    String opening();

    /** What precedes a chunk's text, itself a JSON string, inside its choice. */
    String beforeText();

    /** What follows it. */
    String afterText();

    /** Fields of a chunk without text. */
    String noText();

    /**
     * Log-probabilities as they are told.
     *
     * @param offset characters of the choice's text before these tokens
     */
    Object logprobs(List<TokenEvent.Token> tokens, Vocabulary vocabulary, int offset);

    /** The answer as a whole, for a request without streaming. */
    Object whole(Job job, List<FinishedChoice> choices);
}
