package io.tokenrouter.engine.tokenizer.template;

import org.jspecify.annotations.Nullable;

/**
 * Writes {@code {% for x in list if condition %}}, which jinjava would read as a choice between the list and nothing, as a
 * loop that collects the items for which the condition holds, and a loop over those.
 */
final class FilteredLoops {

    private static final int MARK = 2;
    private static final String SIGNS = "-+";

    /**
     * @param before sign behind the opening mark of the tag, or nothing
     * @param after sign in front of the closing one
     */
    private record Loop(String before, String variables, String list, String condition, String after) {

        String collecting(String kept) {
            String item = variables.contains(",") ? "[" + variables + "]" : variables;
            return "{%" + before + " set " + kept + " = namespace(items=[]) %}"
                    + "{% for " + variables + " in " + list + " %}{% if " + condition + " %}"
                    + "{% set " + kept + ".items = " + kept + ".items + [" + item + "] %}"
                    + "{% endif %}{% endfor %}"
                    + "{% for " + variables + " in " + kept + ".items " + after + "%}";
        }
    }

    private FilteredLoops() {}

    static String rewrite(String source) {
        StringBuilder out = new StringBuilder();
        int rewritten = 0;
        for (TemplateParts.Part part : TemplateParts.of(source)) {
            Loop loop = part.kind() == TemplateParts.Kind.STATEMENT ? loop(part.text()) : null;
            out.append(loop == null ? part.text() : loop.collecting("kept__" + rewritten++));
        }
        return out.toString();
    }

    /** Null if the tag is none, or has no condition. */
    private static @Nullable Loop loop(String tag) {
        int from = MARK;
        int to = tag.length() - MARK;
        String before = from < to && isSign(tag.charAt(from)) ? tag.substring(from, ++from) : "";
        String after = from < to && isSign(tag.charAt(to - 1)) ? tag.substring(--to, to + 1) : "";
        String content = tag.substring(from, to).strip();
        if (!content.startsWith("for") || content.length() == 3 || !Character.isWhitespace(content.charAt(3))) {
            return null;
        }
        return loop(before, content.substring(3).strip(), after);
    }

    /** {@code if} and {@code else} of a choice come first: the condition is the first {@code if} behind them. */
    private static @Nullable Loop loop(String before, String content, String after) {
        int in = -1;
        int condition = -1;
        int depth = 0;
        int at = 0;
        while (at < content.length()) {
            char c = content.charAt(at);
            int end = at + 1;
            if (c == '\'' || c == '"') {
                end = TemplateParts.endOfLiteral(content, at);
                if (end < 0) {
                    return null;
                }
            } else if (Character.isJavaIdentifierStart(c)) {
                while (end < content.length() && Character.isJavaIdentifierPart(content.charAt(end))) {
                    end++;
                }
                if (depth == 0) {
                    String word = content.substring(at, end);
                    if (word.equals("in") && in < 0) {
                        in = at;
                    } else if (word.equals("if") && in >= 0 && condition < 0) {
                        condition = at;
                    } else if (word.equals("else")) {
                        condition = -1;
                    }
                }
            } else if ("([{".indexOf(c) >= 0) {
                depth++;
            } else if (")]}".indexOf(c) >= 0) {
                depth--;
            }
            at = end;
        }
        if (in < 0 || condition < 0) {
            return null;
        }
        return new Loop(
                before,
                content.substring(0, in).strip(),
                content.substring(in + "in".length(), condition).strip(),
                content.substring(condition + "if".length()).strip(),
                after);
    }

    private static boolean isSign(char c) {
        return SIGNS.indexOf(c) >= 0;
    }
}
