package io.tokenrouter.app.metrics;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What an expression of Prometheus' query language asks for: metrics with the labels of their selectors, and labels that results
 * are grouped or matched by.
 */
record Promql(List<Selector> selectors, Set<String> grouped) {

    private static final Pattern TOKEN =
            Pattern.compile("\"(?:[^\"\\\\]|\\\\.)*\"|\\[[^]]*]|[a-zA-Z_:][\\w:]*|[0-9.eE]+|\\$\\w+|[^\\s\\w]");
    private static final Set<String> GROUPINGS = Set.of("by", "without", "on", "ignoring", "group_left", "group_right");
    private static final Set<String> WORDS = Set.of("and", "or", "unless", "bool", "offset", "inf", "nan");

    record Selector(String metric, Set<String> labels) {}

    static Promql parse(String expression) {
        List<String> tokens = new ArrayList<>();
        Matcher token = TOKEN.matcher(expression);
        while (token.find()) {
            tokens.add(token.group());
        }
        List<Selector> selectors = new ArrayList<>();
        Set<String> grouped = new HashSet<>();
        for (int i = 0; i < tokens.size(); i++) {
            String word = tokens.get(i);
            String next = i + 1 < tokens.size() ? tokens.get(i + 1) : "";
            if (GROUPINGS.contains(word)) {
                i = names(tokens, i + 1, ")", grouped);
            } else if (isName(word) && !WORDS.contains(word) && !next.equals("(") && !isCallBeforeGrouping(next)) {
                Set<String> labels = new LinkedHashSet<>();
                if (next.equals("{")) {
                    i = names(tokens, i + 1, "}", labels);
                }
                selectors.add(new Selector(word, labels));
            }
        }
        return new Promql(selectors, grouped);
    }

    /** As in {@code sum by (le) (...)}. */
    private static boolean isCallBeforeGrouping(String next) {
        return next.equals("by") || next.equals("without");
    }

    /** Collects the names up to the closing bracket. */
    private static int names(List<String> tokens, int from, String end, Set<String> into) {
        int i = from;
        while (!tokens.get(i).equals(end)) {
            if (isName(tokens.get(i))) {
                into.add(tokens.get(i));
            }
            i++;
        }
        return i;
    }

    private static boolean isName(String token) {
        return Character.isLetter(token.charAt(0)) || token.charAt(0) == '_';
    }
}
