package io.tokenrouter.engine.tokenizer.template;

import io.tokenrouter.engine.text.CharacterEdges;
import java.util.BitSet;

/** A set of texts, asked character by character. Safe from any thread once filled. */
final class PrefixTree {

    private static final int ROOT = 0;

    private final CharacterEdges edges = new CharacterEdges();
    private final BitSet ends = new BitSet();
    private int states = 1;

    void add(String text) {
        int state = ROOT;
        for (int i = 0; i < text.length(); i++) {
            int next = edges.target(state, text.charAt(i));
            if (next == CharacterEdges.NONE) {
                next = states++;
                edges.put(state, text.charAt(i), next);
            }
            state = next;
        }
        ends.set(state);
    }

    /** Whether one of them stands at that place of a text. */
    boolean hasOneAt(String text, int at) {
        int state = ROOT;
        for (int i = at; i < text.length() && state != CharacterEdges.NONE && !ends.get(state); i++) {
            state = edges.target(state, text.charAt(i));
        }
        return state != CharacterEdges.NONE && ends.get(state);
    }

    /** Whether a text begins with one of them, or is itself the beginning of one. */
    boolean sharesBeginningWith(String text) {
        int state = ROOT;
        for (int i = 0; i < text.length() && state != CharacterEdges.NONE && !ends.get(state); i++) {
            state = edges.target(state, text.charAt(i));
        }
        return state != CharacterEdges.NONE;
    }
}
