package io.tokenrouter.engine.tokenizer.template;

import java.util.HashSet;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * The source of a template.
 *
 * @param text in the dialect that jinjava reads
 * @param words string literals and identifiers in its tags: what it may compare the parts of a conversation to
 */
record TemplateSource(String text, Set<String> words) {

    // Both run over each character a few times at most, and do not call themselves.
    private static final Pattern REVERSED = Pattern.compile("\\[\\s*::\\s*-1\\s*]");
    private static final Pattern GENERATION_TAG = Pattern.compile("\\{%(-?)\\s*(?:end)?generation\\s*(-?)%\\}");

    static TemplateSource of(String source) {
        // Jinja drops one newline at the very end of a template.
        String text = source.endsWith("\n") ? source.substring(0, source.length() - 1) : source;
        text = FilteredLoops.rewrite(text);
        text = REVERSED.matcher(text).replaceAll("|reverse|list");
        // Marks what a model learns from in training; has no effect on the text.
        text = GENERATION_TAG.matcher(text).replaceAll("{#$1 $2#}");
        Set<String> words = new HashSet<>();
        for (TemplateParts.Part part : TemplateParts.of(source)) {
            if (part.kind() == TemplateParts.Kind.EXPRESSION || part.kind() == TemplateParts.Kind.STATEMENT) {
                collect(part.text(), words);
            }
        }
        return new TemplateSource(text, Set.copyOf(words));
    }

    private static void collect(String tag, Set<String> words) {
        int at = 0;
        while (at < tag.length()) {
            char c = tag.charAt(at);
            int end = at + 1;
            if (c == '\'' || c == '"') {
                end = TemplateParts.endOfLiteral(tag, at);
                if (end < 0) {
                    return;
                }
                words.add(unescaped(tag.substring(at + 1, end - 1)));
            } else if (isLetter(c)) {
                while (end < tag.length() && (isLetter(tag.charAt(end)) || isDigit(tag.charAt(end)))) {
                    end++;
                }
                words.add(tag.substring(at, end));
            }
            at = end;
        }
    }

    private static boolean isLetter(char c) {
        return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
    }

    private static boolean isDigit(char c) {
        return c >= '0' && c <= '9';
    }

    private static String unescaped(String literal) {
        if (literal.indexOf('\\') < 0) {
            return literal;
        }
        StringBuilder out = new StringBuilder(literal.length());
        for (int at = 0; at < literal.length(); at++) {
            char c = literal.charAt(at);
            if (c == '\\' && at + 1 < literal.length()) {
                c = literal.charAt(++at);
                out.append(c == 'n' ? '\n' : c == 't' ? '\t' : c);
            } else {
                out.append(c);
            }
        }
        return out.toString();
    }
}
