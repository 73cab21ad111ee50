package io.tokenrouter.engine.tokenizer;

import io.tokenrouter.engine.text.CharacterEdges;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Finds the longest of a set of tokens that begins at a place of a text, in no more steps than the longest has characters. Safe
 * from any thread once filled.
 */
final class SpellingTrie {

    private static final int ROOT = 0;

    /** A token that was found, ending in front of {@code end}. */
    record Match(AddedToken token, int end) {}

    private final CharacterEdges edges = new CharacterEdges();

    /** The token that ends at a state, if one does. */
    private final List<@Nullable AddedToken> tokens = new ArrayList<>();

    SpellingTrie() {
        tokens.add(null);
    }

    void add(AddedToken token) {
        int state = ROOT;
        for (int i = 0; i < token.spelling().length(); i++) {
            char c = token.spelling().charAt(i);
            int next = edges.target(state, c);
            if (next == CharacterEdges.NONE) {
                next = tokens.size();
                tokens.add(null);
                edges.put(state, c, next);
            }
            state = next;
        }
        tokens.set(state, token);
    }

    /** The longest spelling from {@code from} that ends at {@code limit} or before; null if there is none. */
    @Nullable
    Match longestAt(String text, int from, int limit) {
        Match longest = null;
        int state = ROOT;
        for (int i = from; i < limit; i++) {
            state = edges.target(state, text.charAt(i));
            if (state == CharacterEdges.NONE) {
                break;
            }
            AddedToken token = tokens.get(state);
            if (token != null) {
                longest = new Match(token, i + 1);
            }
        }
        return longest;
    }
}
