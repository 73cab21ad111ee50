package io.tokenrouter.engine.tokenizer;

import io.tokenrouter.engine.model.ModelFormatException;

/** Which expressions of a {@code tokenizer.json} are run over what users write. */
final class SplitExpressions {

    /** Real ones have up to some hundred characters. */
    private static final int MOST_LENGTH = 4096;

    private SplitExpressions() {}

    /** @throws ModelFormatException if it is longer than any real one */
    static void check(String expression) {
        if (expression.length() > MOST_LENGTH) {
            throw new ModelFormatException(TokenizerJson.NAME + " has an expression of " + expression.length()
                    + " characters; up to " + MOST_LENGTH + " are supported");
        }
    }
}
