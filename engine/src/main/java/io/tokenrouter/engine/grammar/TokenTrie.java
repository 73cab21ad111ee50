package io.tokenrouter.engine.grammar;

import io.tokenrouter.engine.api.Vocabulary;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Comparator;
import java.util.Set;
import java.util.stream.IntStream;

/**
 * The bytes of all tokens that are text, as a trie laid out in the order in which a depth-first walk visits it: a walk is one loop,
 * and a branch is left out by one jump. Control tokens, tokens without bytes and end tokens are not in it.
 */
final class TokenTrie {

    private static final int NONE = -1;
    private static final byte[] NO_BYTES = {};

    private final byte[][] bytesOf;
    private final byte[] labels;
    private final int[] depths;
    private final int[] skips;
    private final int[] ids;
    private final int[] nextWithSameBytes;
    private final BitSet singleBytes = new BitSet();
    private int size;
    private int deepest;

    TokenTrie(Vocabulary vocabulary) {
        bytesOf = texts(vocabulary);
        Integer[] sorted = IntStream.range(0, bytesOf.length)
                .filter(id -> bytesOf[id].length > 0)
                .boxed()
                .toArray(Integer[]::new);
        Arrays.sort(
                sorted,
                Comparator.<Integer, byte[]>comparing(id -> bytesOf[id], Arrays::compareUnsigned)
                        .thenComparing(Comparator.reverseOrder()));
        int most = Arrays.stream(sorted).mapToInt(id -> bytesOf[id].length).sum();
        labels = new byte[most];
        depths = new int[most];
        skips = new int[most];
        ids = new int[most];
        nextWithSameBytes = new int[bytesOf.length];
        Arrays.fill(nextWithSameBytes, NONE);
        fill(sorted);
    }

    private static byte[][] texts(Vocabulary vocabulary) {
        Set<Integer> ends = vocabulary.endIds();
        byte[][] texts = new byte[vocabulary.size()][];
        for (int id = 0; id < texts.length; id++) {
            texts[id] = ends.contains(id) ? NO_BYTES : vocabulary.bytes(id);
        }
        return texts;
    }

    private void fill(Integer[] sorted) {
        byte[] before = NO_BYTES;
        int[] path = new int
                [Arrays.stream(sorted).mapToInt(id -> bytesOf[id].length).max().orElse(0)];
        for (int id : sorted) {
            byte[] bytes = bytesOf[id];
            int common = Arrays.mismatch(before, bytes);
            int from = common < 0 ? bytes.length : common;
            for (int depth = from; depth < before.length; depth++) {
                skips[path[depth]] = size;
            }
            for (int depth = from; depth < bytes.length; depth++) {
                path[depth] = size;
                labels[size] = bytes[depth];
                depths[size] = depth;
                ids[size++] = NONE;
            }
            int last = path[bytes.length - 1];
            nextWithSameBytes[id] = ids[last];
            ids[last] = id;
            if (bytes.length == 1) {
                singleBytes.set(bytes[0] & 0xFF);
            }
            deepest = Math.max(deepest, bytes.length);
            before = bytes;
        }
        for (int depth = 0; depth < before.length; depth++) {
            skips[path[depth]] = size;
        }
    }

    /** The bytes of a token that is text; none for any other. */
    byte[] bytes(int id) {
        return id >= 0 && id < bytesOf.length ? bytesOf[id] : NO_BYTES;
    }

    /** Bytes that are a token each. */
    WritableBytes singleBytes() {
        return new WritableBytes(singleBytes);
    }

    /** Ids of the vocabulary. */
    int vocabularySize() {
        return bytesOf.length;
    }

    /**
     * Sets the bit of each token that can be read from a state.
     *
     * @param words as {@link io.tokenrouter.engine.api.TokenMask#of} takes them
     */
    void mark(Memo memo, Memo.Entry from, long[] words) {
        Memo.Entry[] path = new Memo.Entry[deepest + 1];
        path[0] = from;
        int at = 0;
        while (at < size) {
            Memo.Entry next = memo.next(path[depths[at]], labels[at] & 0xFF);
            if (next.reading().isDead()) {
                at = skips[at];
                continue;
            }
            path[depths[at] + 1] = next;
            for (int id = ids[at]; id != NONE; id = nextWithSameBytes[id]) {
                words[id / Long.SIZE] |= 1L << id;
            }
            at++;
        }
    }
}
