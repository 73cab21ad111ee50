package io.tokenrouter.app.cli;

import java.util.regex.Pattern;

/** What models and pairs may be called; the database holds the same rule. */
final class Ids {

    private static final Pattern ALLOWED = Pattern.compile("[A-Za-z0-9][A-Za-z0-9._-]{0,63}");

    private Ids() {}

    static String check(String option, String id) {
        if (!ALLOWED.matcher(id).matches()) {
            throw new IllegalArgumentException(option + " needs an id of at most 64 letters, digits, dots, dashes and"
                    + " underscores that begins with a letter or digit, not '" + id + "'");
        }
        return id;
    }
}
