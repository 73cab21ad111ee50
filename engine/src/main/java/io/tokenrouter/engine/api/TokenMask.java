package io.tokenrouter.engine.api;

import java.util.Arrays;

/** A set of token ids, one bit for each. Immutable; safe from any thread. */
public final class TokenMask {

    /** Ids of one word. */
    public static final int WORD = Long.SIZE;

    private final long[] words;

    private TokenMask(long[] words) {
        this.words = words;
    }

    /** @param words bit i of word w stands for the id w * 64 + i; copied */
    public static TokenMask of(long[] words) {
        int length = words.length;
        while (length > 0 && words[length - 1] == 0) {
            length--;
        }
        return new TokenMask(Arrays.copyOf(words, length));
    }

    /** The set of these ids, each at least 0. */
    public static TokenMask ofIds(int... ids) {
        int largest = Arrays.stream(ids).max().orElse(-1);
        long[] words = new long[Math.ceilDiv(largest + 1, WORD)];
        for (int id : ids) {
            words[id / WORD] |= 1L << id;
        }
        return new TokenMask(words);
    }

    /** The ids from 0 to {@code size - 1}. */
    public static TokenMask below(int size) {
        long[] words = new long[Math.ceilDiv(size, WORD)];
        Arrays.fill(words, -1L);
        if (size % WORD != 0) {
            words[words.length - 1] = (1L << size) - 1;
        }
        return new TokenMask(words);
    }

    /** Those of this set that are not in the other. */
    public TokenMask without(TokenMask other) {
        long[] rest = words.clone();
        for (int i = 0; i < rest.length; i++) {
            rest[i] &= ~other.word(i);
        }
        return of(rest);
    }

    /** Whether no id is in the set. */
    public boolean isEmpty() {
        return count() == 0;
    }

    /** False for ids beyond the last that is in the set. */
    public boolean allows(int id) {
        return id >= 0 && (word(id / WORD) >>> id & 1) != 0;
    }

    /** The bits of ids {@code 64 * index} to {@code 64 * index + 63}; 0 beyond the last. */
    public long word(int index) {
        return index < words.length ? words[index] : 0;
    }

    /** How many ids are in the set. */
    public int count() {
        int count = 0;
        for (long word : words) {
            count += Long.bitCount(word);
        }
        return count;
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof TokenMask mask && Arrays.equals(mask.words, words);
    }

    @Override
    public int hashCode() {
        return Arrays.hashCode(words);
    }

    @Override
    public String toString() {
        return count() + " ids";
    }
}
