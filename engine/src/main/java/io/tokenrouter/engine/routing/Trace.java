package io.tokenrouter.engine.routing;

import org.jspecify.annotations.Nullable;

/**
 * The ledger of one request: prompt, then committed ids, then the tail of drafted ids. Positions count from the start of
 * the prompt. Valid only during a call of {@link RoutingAlgorithm}, on its thread.
 *
 * <p>An id that is committed or drafted is credited to the newest reply that proposed it at its position. Ids that no model
 * proposed there have no writer; a dropped tail takes with it what was proposed beyond its first position. Once an end
 * condition of the request is met, what is committed after it is ignored.
 */
public interface Trace {

    /** Ids of the prompt. */
    int promptLength();

    /** Prompt and committed ids: the position of the next committed id when there is no tail. */
    int committed();

    /** Prompt, committed ids and tail: the position of the token that the next {@link Ask} yields. */
    int length();

    /**
     * The id at a position.
     *
     * @throws IndexOutOfBoundsException unless {@code 0 <= position < length()}
     */
    int token(int position);

    /** Who wrote the id at a position; null for the prompt and for ids that no model proposed. */
    @Nullable
    Role writer(int position);

    /**
     * The writer's step at a position; null where there is no writer and for positions older than the window that the
     * runtime keeps, which is at least the newest 256.
     */
    @Nullable
    Step step(int position);

    /**
     * The bytes that the id at a position adds to the text: any part of a UTF-8 sequence, empty for control tokens.
     *
     * @throws IndexOutOfBoundsException unless {@code 0 <= position < length()}
     */
    byte[] bytes(int position);

    /** Up to {@code chars} last characters of the generated text, tail included; incomplete characters left out. */
    String tailText(int chars);

    /** Ids that may still be committed before the request's own limit or a context length ends it. */
    int remaining();

    /**
     * Makes ids final: they are streamed and never taken back. A tail must be accepted or dropped first.
     *
     * @throws IllegalStateException if there is a tail
     */
    void commit(int... ids);

    /**
     * Appends ids to the tail, from where they may still vanish.
     *
     * @throws IllegalStateException if the tail would be longer than {@link Spec#maxTail()}
     */
    void draft(int... ids);

    /**
     * Makes the first n ids of the tail final; the rest stays.
     *
     * @throws IllegalArgumentException unless n is from 0 to the length of the tail
     */
    void accept(int n);

    /** Makes the tail vanish. */
    void drop();
}
