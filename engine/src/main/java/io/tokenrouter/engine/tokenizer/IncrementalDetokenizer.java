package io.tokenrouter.engine.tokenizer;

import io.tokenrouter.engine.api.Vocabulary;
import io.tokenrouter.engine.text.StopStringMatcher;
import io.tokenrouter.engine.text.Utf8;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.List;
import java.util.Queue;
import org.jspecify.annotations.Nullable;

/**
 * Turns the ids of one generation into text as they come, and gives out only what is final: bytes of an unfinished
 * character wait for the rest, and text that may be the beginning of a stop string waits until that is decided. What is
 * given out, joined, is the text of all ids up to the stop string; bytes that are no UTF-8 become U+FFFD.
 *
 * <p>It does not matter which model wrote an id, as long as they share the vocabulary. For one generation; not safe for use
 * by several threads at once.
 */
public final class IncrementalDetokenizer {

    /**
     * Text that is final, and the tokens that are complete with it: those whose last byte it has, and tokens without bytes
     * between them. Every token is in exactly one chunk, and chunks are in the order of the tokens.
     *
     * @param text may be empty, and may begin or end inside a token
     * @param firstToken index of the first such token, counted from 0 since the start
     * @param tokens how many there are; may be 0
     */
    public record Chunk(String text, int firstToken, int tokens) {

        /** Nothing to show and nothing to report. */
        public boolean isEmpty() {
            return text.isEmpty() && tokens == 0;
        }
    }

    private static final int FIRST_CAPACITY = 64;

    private final Vocabulary vocabulary;
    private final StopStringMatcher stop;
    private final int minTokens;
    /** Where each token that is not given out ends, in bytes since the start. */
    private final Queue<Long> ends = new ArrayDeque<>();

    private byte[] pending = new byte[FIRST_CAPACITY];
    private int pendingLength;
    private long given;
    private int tokensGiven;
    private int accepted;
    private boolean finished;

    /** Looks for stop strings from the first token on. */
    public IncrementalDetokenizer(Vocabulary vocabulary, List<String> stopStrings) {
        this(vocabulary, stopStrings, 0);
    }

    /**
     * @param stopStrings texts that end the answer and do not belong to it
     * @param minTokens so many tokens have no part in a stop string
     * @throws IllegalArgumentException if one is empty or has half a surrogate pair
     */
    public IncrementalDetokenizer(Vocabulary vocabulary, List<String> stopStrings, int minTokens) {
        this.vocabulary = vocabulary;
        this.minTokens = minTokens;
        this.stop = new StopStringMatcher(stopStrings);
    }

    /**
     * Takes the next id. With the one that completes a stop string comes the rest of the text before it, and all tokens.
     *
     * @throws IllegalStateException after a stop string or {@link #finish()}
     * @throws IndexOutOfBoundsException if the id is outside the vocabulary
     */
    public Chunk accept(int id) {
        if (finished) {
            throw new IllegalStateException("the text is finished");
        }
        byte[] bytes = vocabulary.bytes(id);
        append(bytes);
        ends.add(given + pendingLength);
        if (accepted++ < minTokens) {
            stop.skip(bytes.length);
        } else if (stop.accept(bytes)) {
            finished = true;
            return giveAll((int) (stop.matchStart() - given));
        }
        int held = Math.max(stop.undecided(), Utf8.unfinished(pending, pendingLength));
        return give(pendingLength - held);
    }

    /**
     * Ends the text: what was held back comes out. Empty if a stop string has ended it before, or the second time.
     */
    public Chunk finish() {
        finished = true;
        return giveAll(pendingLength);
    }

    /** The stop string that ended the text, or null. */
    public @Nullable String stopString() {
        return stop.matched();
    }

    private void append(byte[] bytes) {
        int length = pendingLength + bytes.length;
        if (length > pending.length) {
            pending = Arrays.copyOf(pending, Math.max(length, 2 * pending.length));
        }
        System.arraycopy(bytes, 0, pending, pendingLength, bytes.length);
        pendingLength = length;
    }

    private Chunk give(int length) {
        String text = decode(length);
        System.arraycopy(pending, length, pending, 0, pendingLength - length);
        pendingLength -= length;
        given += length;
        int complete = 0;
        while (!ends.isEmpty() && ends.peek() <= given) {
            ends.remove();
            complete++;
        }
        return chunk(text, complete);
    }

    private Chunk giveAll(int length) {
        String text = decode(length);
        int complete = ends.size();
        ends.clear();
        pendingLength = 0;
        return chunk(text, complete);
    }

    private String decode(int length) {
        return length == 0 ? "" : new String(pending, 0, length, StandardCharsets.UTF_8);
    }

    private Chunk chunk(String text, int complete) {
        int first = tokensGiven;
        tokensGiven += complete;
        return new Chunk(text, first, complete);
    }
}
