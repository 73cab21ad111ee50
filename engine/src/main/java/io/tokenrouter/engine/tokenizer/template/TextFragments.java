package io.tokenrouter.engine.tokenizer.template;

import io.tokenrouter.engine.text.CharacterEdges;
import java.util.Arrays;
import java.util.BitSet;

/**
 * All fragments of a set of texts, as a suffix automaton (Blumer et al., The smallest automaton recognizing the subwords of a
 * text, 1985): there are up to n²/2 of them, and this takes at most 2n states and 3n edges. Safe from any thread once filled.
 */
final class TextFragments {

    private static final int ROOT = 0;
    private static final int NONE = CharacterEdges.NONE;

    private final CharacterEdges edges = new CharacterEdges();

    /** Of each state: the longest fragment that leads to it. */
    private int[] length = new int[64];

    /** Of each state: that of the longest of its endings that is in another state. */
    private int[] link = new int[64];

    /** States of fragments with which a text ends. */
    private final BitSet endings = new BitSet();

    private int states = 1;

    TextFragments() {
        link[ROOT] = NONE;
    }

    void add(String text) {
        int state = ROOT;
        for (int i = 0; i < text.length(); i++) {
            state = extended(state, text.charAt(i));
        }
        for (int ending = state; ending != ROOT; ending = link[ending]) {
            endings.set(ending);
        }
    }

    /** Whether a text is a fragment, or begins with one with which one of the texts ends. */
    boolean mayContinue(String text) {
        int state = ROOT;
        for (int i = 0; i < text.length(); i++) {
            state = edges.target(state, text.charAt(i));
            if (state == NONE || endings.get(state)) {
                return state != NONE;
            }
        }
        return !text.isEmpty();
    }

    private int extended(int last, char c) {
        int known = edges.target(last, c);
        if (known != NONE) {
            return length[known] == length[last] + 1 ? known : split(last, c, known);
        }
        int added = state(length[last] + 1);
        int from = last;
        for (; from != NONE && edges.target(from, c) == NONE; from = link[from]) {
            edges.put(from, c, added);
        }
        if (from == NONE) {
            link[added] = ROOT;
        } else {
            int target = edges.target(from, c);
            link[added] = length[target] == length[from] + 1 ? target : split(from, c, target);
        }
        return added;
    }

    /** A state of its own for the shorter fragments of one that end with {@code c} behind {@code from}. */
    private int split(int from, char c, int target) {
        int shorter = state(length[from] + 1);
        edges.copy(target, shorter);
        endings.set(shorter, endings.get(target));
        link[shorter] = link[target];
        link[target] = shorter;
        for (int state = from; state != NONE && edges.target(state, c) == target; state = link[state]) {
            edges.put(state, c, shorter);
        }
        return shorter;
    }

    private int state(int longest) {
        if (states == length.length) {
            length = Arrays.copyOf(length, 2 * states);
            link = Arrays.copyOf(link, 2 * states);
        }
        length[states] = longest;
        return states++;
    }
}
