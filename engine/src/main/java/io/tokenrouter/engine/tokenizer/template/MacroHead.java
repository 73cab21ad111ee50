package io.tokenrouter.engine.tokenizer.template;

import io.tokenrouter.engine.model.ModelFormatException;

/**
 * What stands behind {@code macro}: a name and its parameters. Jinjava looks for that with an expression that takes steps in
 * proportion to the cube of the length of anything else.
 */
final class MacroHead {

    /** Real ones have some dozens of characters. */
    private static final int MOST_LENGTH = 1024;

    private MacroHead() {}

    /** @throws ModelFormatException if it is not of this form */
    static void check(String head) {
        String text = head.strip();
        int at = 0;
        while (at < text.length() && (Character.isLetterOrDigit(text.charAt(at)) || text.charAt(at) == '_')) {
            at++;
        }
        boolean named = at > 0 && text.startsWith("(", text.length() > at && text.charAt(at) == ' ' ? at + 1 : at);
        if (text.length() > MOST_LENGTH || !named || text.indexOf(')', at) < 0) {
            throw new ModelFormatException(
                    "the chat template cannot be read: a macro is no name with parameters in brackets" + " of up to "
                            + MOST_LENGTH + " characters");
        }
    }
}
