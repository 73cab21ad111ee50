package io.tokenrouter.engine.tokenizer;

import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Finds the longest of a set of spellings that begins at a place of a text. Safe from any thread once filled. */
final class SpellingTrie {

    private static final int NO_ID = -1;

    private static final class Node {
        final Map<Character, Node> next = new HashMap<>();
        int id = NO_ID;
    }

    /** A spelling that was found, ending in front of {@code end}. */
    record Match(int id, int end) {}

    private final Node root = new Node();

    void add(String spelling, int id) {
        Node node = root;
        for (int i = 0; i < spelling.length(); i++) {
            node = node.next.computeIfAbsent(spelling.charAt(i), c -> new Node());
        }
        node.id = id;
    }

    /** The longest spelling from {@code from} that ends at {@code limit} or before; null if there is none. */
    @Nullable
    Match longestAt(String text, int from, int limit) {
        Node node = root;
        Match longest = null;
        for (int i = from; i < limit; i++) {
            node = node.next.get(text.charAt(i));
            if (node == null) {
                break;
            }
            if (node.id != NO_ID) {
                longest = new Match(node.id, i + 1);
            }
        }
        return longest;
    }
}
