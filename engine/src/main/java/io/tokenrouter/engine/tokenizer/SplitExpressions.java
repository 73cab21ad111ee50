package io.tokenrouter.engine.tokenizer;

import io.tokenrouter.engine.model.ModelFormatException;

/**
 * Which expressions of a {@code tokenizer.json} may run over what users write. The library's engine backtracks, and takes the
 * whole JVM down once a match has taken ten million steps back. So an expression is refused unless these steps grow no faster than
 * the text: nothing that repeats has a choice in it, at most one unlimited repetition has to be tried again when something behind it
 * fails, and there is no reference, call, condition or look behind.
 *
 * <p>Real ones, which cut text into words, numbers and white space, are far from these limits.
 */
final class SplitExpressions {

    private static final int MOST_LENGTH = 4096;
    private static final int MOST_DEPTH = 16;
    private static final int MOST_COUNT = 100;
    private static final int NO_LIMIT = Integer.MAX_VALUE;

    /** Ways in which text of limited length is tried again. */
    private static final int MOST_WAYS = 64;

    /** The same where each of them goes over text without a limit; with the longest text it stays below ten million. */
    private static final int MOST_LONG_WAYS = 4;

    private final String text;
    private int at;

    private SplitExpressions(String text) {
        this.text = text;
    }

    /** @throws ModelFormatException if it is not known to end soon on every text, and why */
    static void check(String expression) {
        if (expression.length() > MOST_LENGTH) {
            throw new ModelFormatException(TokenizerJson.NAME + " has an expression of " + expression.length()
                    + " characters; up to " + MOST_LENGTH + " are supported");
        }
        SplitExpressions reading = new SplitExpressions(expression);
        reading.choice(0);
        if (reading.at < expression.length()) {
            throw reading.refusal("a bracket that closes nothing");
        }
    }

    /**
     * What a part may cost.
     *
     * @param ways in which it can match at one place, its unlimited repetitions aside
     * @param unlimited repetitions of that kind, one behind the other
     * @param retried how many of them are tried again within it
     * @param mayFail whether it can fail, so that what stands in front of it is tried again
     */
    private record Cost(long ways, int unlimited, int retried, boolean mayFail) {

        static final Cost CHARACTER = new Cost(1, 0, 0, true);
        static final Cost NOTHING = new Cost(1, 0, 0, false);

        Cost or(Cost other) {
            return new Cost(
                    ways + other.ways,
                    Math.max(unlimited, other.unlimited),
                    Math.max(retried, other.retried),
                    mayFail && other.mayFail);
        }
    }

    private Cost choice(int depth) {
        if (depth > MOST_DEPTH) {
            throw refusal("brackets nested more than " + MOST_DEPTH + " deep");
        }
        Cost all = sequence(depth);
        while (at < text.length() && text.charAt(at) == '|') {
            at++;
            all = all.or(sequence(depth));
        }
        return all;
    }

    private Cost sequence(int depth) {
        Cost all = Cost.NOTHING;
        while (at < text.length() && text.charAt(at) != '|' && text.charAt(at) != ')') {
            Cost next = quantified(depth);
            long ways = all.ways * next.ways;
            int retried = Math.max(all.retried, next.mayFail ? all.unlimited + next.retried : next.retried);
            if (retried > 1) {
                throw refusal("two unlimited repetitions that are tried again together");
            }
            if (ways > (next.mayFail && retried == 1 ? MOST_LONG_WAYS : MOST_WAYS)) {
                throw refusal("too many ways to match the same text");
            }
            all = new Cost(ways, all.unlimited + next.unlimited, retried, all.mayFail || next.mayFail);
        }
        return all;
    }

    private Cost quantified(int depth) {
        Cost cost = atom(depth);
        while (at < text.length()) {
            char c = text.charAt(at);
            if (c == '?') {
                at++;
                // also the mark of a lazy repetition, which costs no more than this
                cost = new Cost(cost.ways + 1, cost.unlimited, cost.retried, false);
            } else if (c == '*' || c == '+') {
                at++;
                cost = repeated(cost, c == '*' ? 0 : 1, NO_LIMIT);
                if (at < text.length() && (text.charAt(at) == '?' || text.charAt(at) == '+')) {
                    at++;
                }
            } else if (c == '{') {
                cost = counted(cost);
            } else {
                break;
            }
        }
        return cost;
    }

    private Cost counted(Cost cost) {
        int end = text.indexOf('}', at);
        String counts = end < 0 ? "" : text.substring(at + 1, end);
        if (!counts.matches("\\d{1,3}(,\\d{0,3})?|,\\d{1,3}")) {
            throw refusal("a bracket { that counts nothing");
        }
        at = end + 1;
        int comma = counts.indexOf(',');
        String least = comma < 0 ? counts : counts.substring(0, comma);
        String most = comma < 0 ? counts : counts.substring(comma + 1);
        int from = least.isEmpty() ? 0 : Integer.parseInt(least);
        int to = most.isEmpty() ? NO_LIMIT : Integer.parseInt(most);
        if (from > MOST_COUNT || (to != NO_LIMIT && to > MOST_COUNT) || from > to) {
            throw refusal("a repetition that is counted further than " + MOST_COUNT);
        }
        return repeated(cost, from, to);
    }

    private Cost repeated(Cost cost, int least, int most) {
        if (cost.ways != 1 || cost.unlimited != 0) {
            throw refusal("a repetition of something that can match in several ways");
        }
        boolean mayFail = least > 0 && cost.mayFail;
        return most == NO_LIMIT
                ? new Cost(1, 1, cost.retried, mayFail)
                : new Cost(most - least + 1L, 0, cost.retried, mayFail);
    }

    private Cost atom(int depth) {
        char c = text.charAt(at++);
        return switch (c) {
            case '(' -> group(depth);
            case '[' -> {
                characterClass(0);
                yield Cost.CHARACTER;
            }
            case '\\' -> {
                escape();
                yield Cost.CHARACTER;
            }
            case '*', '+', '?', '{' -> throw refusal("a repetition of nothing");
            default -> Cost.CHARACTER;
        };
    }

    private Cost group(int depth) {
        boolean look = false;
        if (at < text.length() && text.charAt(at) == '*') {
            throw refusal("a call");
        }
        if (at < text.length() && text.charAt(at) == '?') {
            int colon = text.indexOf(':', at);
            if (text.startsWith("?=", at) || text.startsWith("?!", at)) {
                look = true;
                at += 2;
            } else if (text.startsWith("?>", at)) {
                at += 2;
            } else if (colon > 0 && text.substring(at + 1, colon).matches("[imx]*(-[imx]+)?")) {
                at = colon + 1;
            } else {
                throw refusal("a kind of bracket that is not supported (only (?: (?i: (?= (?! (?> are)");
            }
        }
        Cost inside = choice(depth + 1);
        if (at >= text.length()) {
            throw refusal("a bracket that is not closed");
        }
        at++;
        return look ? new Cost(inside.ways, inside.unlimited, inside.retried, true) : inside;
    }

    private void characterClass(int depth) {
        if (depth > MOST_DEPTH) {
            throw refusal("brackets nested more than " + MOST_DEPTH + " deep");
        }
        int first = text.startsWith("^", at) ? at + 1 : at;
        for (at = first; at < text.length(); ) {
            char c = text.charAt(at++);
            if (c == ']' && at - 1 > first) {
                return;
            } else if (c == ']') {
                throw refusal("an empty [ ]");
            } else if (c == '[') {
                characterClass(depth + 1);
            } else if (c == '\\') {
                escape();
            }
        }
        throw refusal("a [ that is not closed");
    }

    private void escape() {
        if (at >= text.length()) {
            throw refusal("a \\ at the end");
        }
        char c = text.charAt(at++);
        if ("kgKcCMX".indexOf(c) >= 0 || (c >= '1' && c <= '9')) {
            throw refusal("a reference, a call or another escape that is not supported (\\" + c + ")");
        }
        if ((c == 'p' || c == 'P' || c == 'x') && text.startsWith("{", at)) {
            int end = text.indexOf('}', at);
            if (end < 0) {
                throw refusal("a { that is not closed");
            }
            at = end + 1;
        }
    }

    private ModelFormatException refusal(String reason) {
        return new ModelFormatException(
                TokenizerJson.NAME + " has an expression that may take for ever over some texts, and is" + " not run: "
                        + reason + ", near character " + at);
    }
}
