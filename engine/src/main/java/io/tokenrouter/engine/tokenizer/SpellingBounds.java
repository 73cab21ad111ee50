package io.tokenrouter.engine.tokenizer;

import io.tokenrouter.engine.model.ModelFormatException;
import io.tokenrouter.engine.model.Untrusted;

/** How long the tokens of one file may be that are looked for in texts, character by character. */
final class SpellingBounds {

    /** Of one spelling. Those of today have up to some dozens. */
    private static final int MOST_LENGTH = 256;

    /** Of all together; those of today have some ten thousand. */
    private static final int MOST_TOGETHER = 1 << 20;

    private final String where;
    private int together;

    /** @param where the tokens are, for messages */
    SpellingBounds(String where) {
        this.where = where;
    }

    /** @throws ModelFormatException if this is one too long, or one too many */
    void take(String spelling) {
        if (spelling.length() > MOST_LENGTH) {
            throw new ModelFormatException(where + ": the token \"" + Untrusted.name(spelling) + "\" has "
                    + spelling.length() + " characters; up to " + MOST_LENGTH
                    + " are supported where a token is looked for in texts");
        }
        together += spelling.length();
        if (together > MOST_TOGETHER) {
            throw new ModelFormatException(where + ": the tokens that are looked for in texts have more than "
                    + MOST_TOGETHER + " characters together");
        }
    }
}
