package io.tokenrouter.engine.tokenizer.template;

import java.util.HashSet;
import java.util.Set;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * The source of a template.
 *
 * @param text in the dialect that jinjava reads
 * @param words string literals and identifiers in it: what it may compare the parts of a conversation to
 */
record TemplateSource(String text, Set<String> words) {

    private static final Pattern REVERSED = Pattern.compile("\\[\\s*::\\s*-1\\s*]");
    private static final Pattern GENERATION_TAG = Pattern.compile("\\{%(-?)\\s*(?:end)?generation\\s*(-?)%}");
    private static final Pattern LITERAL = Pattern.compile("'((?:[^'\\\\]|\\\\.)*+)'|\"((?:[^\"\\\\]|\\\\.)*+)\"");
    private static final Pattern IDENTIFIER = Pattern.compile("[A-Za-z_]\\w*+");

    static TemplateSource of(String source) {
        // Jinja drops one newline at the very end of a template.
        String text = source.endsWith("\n") ? source.substring(0, source.length() - 1) : source;
        text = FilteredLoops.rewrite(text);
        text = REVERSED.matcher(text).replaceAll("|reverse|list");
        // Marks what a model learns from in training; has no effect on the text.
        text = GENERATION_TAG.matcher(text).replaceAll("{#$1 $2#}");
        Set<String> words = new HashSet<>();
        for (MatchResult literal : LITERAL.matcher(source).results().toList()) {
            String content = literal.group(1) == null ? literal.group(2) : literal.group(1);
            words.add(content.replace("\\n", "\n").replace("\\t", "\t").replaceAll("\\\\(.)", "$1"));
        }
        words.addAll(IDENTIFIER
                .matcher(LITERAL.matcher(source).replaceAll(" "))
                .results()
                .map(MatchResult::group)
                .collect(Collectors.toSet()));
        return new TemplateSource(text, Set.copyOf(words));
    }
}
