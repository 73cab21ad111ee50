package io.tokenrouter.engine.tokenizer;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.ThreadLocalRandom;
import org.jspecify.annotations.Nullable;

/**
 * Finds the pieces with which other pieces begin and end, without cutting a string: hashes of all beginnings and ends come from
 * one pass over a piece (Karp and Rabin, 1987).
 */
final class PieceTable {

    /** Longer pieces are of the vocabulary, but not made by merging; keeps a hostile file from costing quadratic time. */
    private static final int MOST_LENGTH = 256;

    /** 2^61 - 1, a prime, so that few texts collide whatever they are. */
    private static final long MODULUS = (1L << 61) - 1;

    private final long[] powers = new long[MOST_LENGTH + 1];
    private final List<String> all = new ArrayList<>();
    private final long[] hashes;
    private final @Nullable String[] table;

    /** @param pieces different ones */
    PieceTable(Collection<String> pieces) {
        // nobody can choose texts that collide without knowing it
        long base = ThreadLocalRandom.current().nextLong(1L << 32, MODULUS);
        powers[0] = 1;
        for (int i = 1; i < powers.length; i++) {
            powers[i] = times(powers[i - 1], base);
        }
        for (String piece : pieces) {
            if (!piece.isEmpty() && piece.length() <= MOST_LENGTH) {
                all.add(piece);
            }
        }
        int size = Math.max(2, Integer.highestOneBit(Math.max(1, all.size())) * 4);
        table = new String[size];
        hashes = new long[size];
        Cuts cuts = cuts();
        for (String piece : all) {
            cuts.of(piece);
            long hash = cuts.hash(0, piece.length());
            int slot = slot(hash);
            while (table[slot] != null) {
                slot = (slot + 1) & (size - 1);
            }
            table[slot] = piece;
            hashes[slot] = hash;
        }
    }

    /** The pieces that can be cut or be a part. */
    List<String> all() {
        return all;
    }

    Cuts cuts() {
        return new Cuts();
    }

    /** Where one piece after the other can be cut. For one thread. */
    final class Cuts {

        private final long[] beginnings = new long[MOST_LENGTH + 1];
        private String text = "";

        void of(String piece) {
            text = piece;
            for (int i = 0; i < piece.length(); i++) {
                beginnings[i + 1] = (times(beginnings[i], powers[1]) + piece.charAt(i) + 1) % MODULUS;
            }
        }

        /** The piece that is its beginning up to there; null if there is none. */
        @Nullable
        String before(int at) {
            return find(0, at);
        }

        /** The piece that is its end from there on; null if there is none. */
        @Nullable
        String from(int at) {
            return find(at, text.length());
        }

        private long hash(int from, int to) {
            long hash = beginnings[to] - times(beginnings[from], powers[to - from]);
            return hash < 0 ? hash + MODULUS : hash;
        }

        private @Nullable String find(int from, int to) {
            long hash = hash(from, to);
            for (int slot = slot(hash); table[slot] != null; slot = (slot + 1) & (table.length - 1)) {
                String piece = table[slot];
                if (hashes[slot] == hash && piece.length() == to - from && text.startsWith(piece, from)) {
                    return piece;
                }
            }
            return null;
        }
    }

    private int slot(long hash) {
        return (int) (hash ^ hash >>> 32) & (table.length - 1);
    }

    /** a * b modulo 2^61 - 1. */
    private static long times(long a, long b) {
        long high = Math.multiplyHigh(a, b);
        long low = a * b;
        long sum = (low & MODULUS) + (high << 3 | low >>> 61);
        return sum >= MODULUS ? sum - MODULUS : sum;
    }
}
