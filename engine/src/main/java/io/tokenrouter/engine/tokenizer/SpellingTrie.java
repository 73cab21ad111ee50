package io.tokenrouter.engine.tokenizer;

import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Finds the longest of a set of tokens that begins at a place of a text. Safe from any thread once filled. */
final class SpellingTrie {

    private static final class Node {
        final Map<Character, Node> next = new HashMap<>();

        @Nullable
        AddedToken token;
    }

    /** A token that was found, ending in front of {@code end}. */
    record Match(AddedToken token, int end) {}

    private final Node root = new Node();

    void add(AddedToken token) {
        Node node = root;
        for (int i = 0; i < token.spelling().length(); i++) {
            node = node.next.computeIfAbsent(token.spelling().charAt(i), c -> new Node());
        }
        node.token = token;
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
            if (node.token != null) {
                longest = new Match(node.token, i + 1);
            }
        }
        return longest;
    }
}
