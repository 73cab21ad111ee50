package io.tokenrouter.engine.text;

import java.util.Arrays;
import java.util.concurrent.ThreadLocalRandom;

/**
 * The edges of an automaton over characters, from a state by a character to a state, in some 30 bytes each: what is built of
 * files that nobody vouches for must not cost a map for every character. Safe from any thread once filled.
 */
public final class CharacterEdges {

    /** In place of a state that is not there. */
    public static final int NONE = -1;

    private static final int SMALLEST = 64;
    private static final long MULTIPLIER = 0x9E3779B97F4A7C15L;

    /** Whoever chose the characters must not know where they land, or all could land in one place. */
    private final long seed = ThreadLocalRandom.current().nextLong();

    private int[] from = new int[SMALLEST];
    private char[] by = new char[SMALLEST];
    private int[] to = new int[SMALLEST];

    /** For each edge: another one of the same state. */
    private int[] next = new int[SMALLEST];

    /** For each state: one of its edges. */
    private int[] first = new int[0];

    /** Numbers of edges plus one, by their hash; at least half of them are 0. */
    private int[] table = new int[2 * SMALLEST];

    private int count;

    /** {@link #NONE} if there is no such edge. */
    public int target(int state, char c) {
        int edge = table[slot(state, c)] - 1;
        return edge < 0 ? NONE : to[edge];
    }

    /** Adds an edge, or leads one that is there elsewhere. */
    public void put(int state, char c, int target) {
        int slot = slot(state, c);
        if (table[slot] != 0) {
            to[table[slot] - 1] = target;
            return;
        }
        if (2 * (count + 1) > table.length) {
            grow();
            slot = slot(state, c);
        }
        if (state >= first.length) {
            int before = first.length;
            first = Arrays.copyOf(first, Math.max(SMALLEST, 2 * state));
            Arrays.fill(first, before, first.length, NONE);
        }
        from[count] = state;
        by[count] = c;
        to[count] = target;
        next[count] = first[state];
        first[state] = count;
        table[slot] = ++count;
    }

    /** Gives a state the edges of another one too. */
    public void copy(int state, int into) {
        for (int edge = state < first.length ? first[state] : NONE; edge != NONE; edge = next[edge]) {
            put(into, by[edge], to[edge]);
        }
    }

    private int slot(int state, char c) {
        long mixed = (((long) state << Character.SIZE | c) ^ seed) * MULTIPLIER;
        mixed = (mixed ^ mixed >>> 32) * MULTIPLIER;
        int slot = (int) (mixed >>> 32) & (table.length - 1);
        while (table[slot] != 0 && (from[table[slot] - 1] != state || by[table[slot] - 1] != c)) {
            slot = (slot + 1) & (table.length - 1);
        }
        return slot;
    }

    private void grow() {
        int capacity = 2 * from.length;
        from = Arrays.copyOf(from, capacity);
        by = Arrays.copyOf(by, capacity);
        to = Arrays.copyOf(to, capacity);
        next = Arrays.copyOf(next, capacity);
        table = new int[2 * capacity];
        for (int edge = 0; edge < count; edge++) {
            table[slot(from[edge], by[edge])] = edge + 1;
        }
    }
}
