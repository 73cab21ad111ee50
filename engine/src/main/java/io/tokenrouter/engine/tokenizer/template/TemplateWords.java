package io.tokenrouter.engine.tokenizer.template;

import java.util.Set;

/** What a template compares the parts of a conversation to, and so has to see as it was written. Safe from any thread. */
final class TemplateWords {

    /** What a template looks for in a text is short; one that is not is looked for character by character. */
    private static final int MOST_LENGTH = 256;

    private final Set<String> words;
    private final PrefixTree literals = new PrefixTree();

    /** @param words literals and identifiers of the template */
    TemplateWords(Set<String> words, ControlSpellings spellings) {
        this.words = words;
        for (String word : words) {
            if (word.length() > 1
                    && word.length() <= MOST_LENGTH
                    && spellings.mayBegin(word.charAt(0))
                    && spellings.differsFromAll(word)) {
                literals.add(word);
            }
        }
    }

    boolean has(String text) {
        return words.contains(text);
    }

    /** Whether a literal that begins as control tokens do, but is none, stands at that place of a text. */
    boolean hasLiteralAt(String text, int at) {
        return literals.hasOneAt(text, at);
    }
}
