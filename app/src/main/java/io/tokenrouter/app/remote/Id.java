package io.tokenrouter.app.remote;

import java.util.regex.Pattern;
import picocli.CommandLine.TypeConversionException;

/** What the server knows a model, pair, policy, key or request by. Nothing else becomes part of an address. */
record Id(String text) {

    private static final Pattern FORM = Pattern.compile("[A-Za-z0-9][A-Za-z0-9._-]{0,63}");

    /** @throws TypeConversionException if nothing can be called so */
    static Id of(String typed) {
        if (!FORM.matcher(typed).matches()) {
            throw new TypeConversionException("nothing can be called '" + Columns.plain(typed)
                    + "': ids and names are 1 to 64 letters, digits, dots, dashes and underscores");
        }
        return new Id(typed);
    }

    @Override
    public String toString() {
        return text;
    }
}
