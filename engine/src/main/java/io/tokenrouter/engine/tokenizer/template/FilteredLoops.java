package io.tokenrouter.engine.tokenizer.template;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Writes {@code {% for x in list if condition %}}, which jinjava would read as a choice between the list and nothing, as a
 * loop that collects the items for which the condition holds, and a loop over those.
 */
final class FilteredLoops {

    private static final Pattern LOOP = Pattern.compile(
            "\\{%([-+]?)\\s*for\\s+((?:'(?:[^'\\\\]|\\\\.)*+'|\"(?:[^\"\\\\]|\\\\.)*+\"|[^'\"])*?)([-+]?)%}");

    private static final Pattern CONDITION =
            Pattern.compile("(.*?)\\s+in\\s+(.*?)\\s+if\\s+((?:(?!\\selse\\s).)*)", Pattern.DOTALL);

    private FilteredLoops() {}

    static String rewrite(String source) {
        StringBuilder out = new StringBuilder();
        Matcher loop = LOOP.matcher(source);
        int rewritten = 0;
        while (loop.find()) {
            Matcher parts = CONDITION.matcher(loop.group(2).strip());
            String tag = parts.matches() ? collecting(loop, parts, "kept__" + rewritten++) : loop.group();
            loop.appendReplacement(out, Matcher.quoteReplacement(tag));
        }
        return loop.appendTail(out).toString();
    }

    private static String collecting(Matcher loop, Matcher parts, String kept) {
        String variables = parts.group(1);
        String item = variables.contains(",") ? "[" + variables + "]" : variables;
        return "{%" + loop.group(1) + " set " + kept + " = namespace(items=[]) %}"
                + "{% for " + variables + " in " + parts.group(2) + " %}{% if " + parts.group(3) + " %}"
                + "{% set " + kept + ".items = " + kept + ".items + [" + item + "] %}"
                + "{% endif %}{% endfor %}"
                + "{% for " + variables + " in " + kept + ".items " + loop.group(3) + "%}";
    }
}
