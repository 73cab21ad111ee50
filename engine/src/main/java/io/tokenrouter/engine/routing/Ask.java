package io.tokenrouter.engine.routing;

/**
 * What a model is given: a view to extend and how many tokens to add to it.
 *
 * @param view ids the model sees before its first new token
 * @param newTokens most tokens to write, at least 1; an end token, {@code stop}, and the request's own stop strings, stop ids and
 *     budget cut it short
 * @param stop what cuts it short
 */
public record Ask(View view, int newTokens, Stop stop) {

    private static final Ask NEXT = new Ask(View.ALL, 1, Stop.NEVER);

    public Ask {
        if (newTokens < 1) {
            throw new IllegalArgumentException("newTokens must be at least 1, not " + newTokens);
        }
    }

    /** Everything, one token. */
    public static Ask next() {
        return NEXT;
    }

    /** Everything, up to n tokens. */
    public static Ask next(int n, Stop stop) {
        return new Ask(View.ALL, n, stop);
    }
}
