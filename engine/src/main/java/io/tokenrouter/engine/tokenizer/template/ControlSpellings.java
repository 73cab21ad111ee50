package io.tokenrouter.engine.tokenizer.template;

import io.tokenrouter.engine.api.Vocabulary;
import java.util.BitSet;

/** What the control tokens of a vocabulary look like. Safe from any thread. */
final class ControlSpellings {

    private final BitSet firstCharacters = new BitSet();
    private final PrefixTree whole = new PrefixTree();
    private final TextFragments behindTheFirst = new TextFragments();

    ControlSpellings(Vocabulary vocabulary) {
        for (int id = 0; id < vocabulary.size(); id++) {
            String spelling = vocabulary.piece(id);
            if (vocabulary.isControl(id) && !spelling.isEmpty()) {
                firstCharacters.set(spelling.charAt(0));
                whole.add(spelling);
                behindTheFirst.add(spelling.substring(1));
            }
        }
    }

    boolean mayBegin(char c) {
        return firstCharacters.get(c);
    }

    /** Whether a text is neither the beginning of a control token nor begins with one. */
    boolean differsFromAll(String text) {
        return !whole.sharesBeginningWith(text);
    }

    /** Whether a text may be the middle of a control token that began in front of it, or begin with the end of one. */
    boolean mayBeContinuedBy(String text) {
        return behindTheFirst.mayContinue(text);
    }
}
