package io.tokenrouter.engine.tokenizer.template;

import java.util.ArrayList;
import java.util.List;

/** Cuts the source of a template at its tags, in one pass whatever it is. */
final class TemplateParts {

    /** What a part is; all but text with its marks. */
    enum Kind {
        TEXT,
        EXPRESSION,
        STATEMENT,
        COMMENT
    }

    record Part(Kind kind, String text) {}

    private static final int MARK = 2;

    private final String source;
    private final List<Part> parts = new ArrayList<>();
    private int textFrom;

    private TemplateParts(String source) {
        this.source = source;
    }

    /** All of it in order. What stands behind a tag that is never closed is text. */
    static List<Part> of(String source) {
        TemplateParts cut = new TemplateParts(source);
        cut.cut();
        return cut.parts;
    }

    /** The end of the text in quotes that begins at {@code from}, behind its quote; -1 if it is never closed. */
    static int endOfLiteral(String text, int from) {
        char quote = text.charAt(from);
        for (int at = from + 1; at < text.length(); at++) {
            char c = text.charAt(at);
            if (c == quote) {
                return at + 1;
            }
            if (c == '\\') {
                at++;
            }
        }
        return -1;
    }

    private void cut() {
        int at = source.indexOf('{');
        while (at >= 0 && at + 1 < source.length()) {
            Kind kind = kind(source.charAt(at + 1));
            if (kind == Kind.TEXT) {
                at = source.indexOf('{', at + 1);
                continue;
            }
            int end = kind == Kind.COMMENT ? endOfComment(at + MARK) : endOfTag(at + MARK, kind);
            if (end < 0) {
                break;
            }
            add(Kind.TEXT, textFrom, at);
            add(kind, at, end);
            textFrom = end;
            at = source.indexOf('{', kind == Kind.STATEMENT && isTag(at, "raw") ? endOfRaw(end) : end);
        }
        add(Kind.TEXT, textFrom, source.length());
    }

    private static Kind kind(char mark) {
        return switch (mark) {
            case '{' -> Kind.EXPRESSION;
            case '%' -> Kind.STATEMENT;
            case '#' -> Kind.COMMENT;
            default -> Kind.TEXT;
        };
    }

    private int endOfComment(int from) {
        int end = source.indexOf("#}", from);
        return end < 0 ? -1 : end + MARK;
    }

    private int endOfTag(int from, Kind kind) {
        char mark = kind == Kind.EXPRESSION ? '}' : '%';
        int at = from;
        while (at >= 0 && at + 1 < source.length()) {
            char c = source.charAt(at);
            if (c == mark && source.charAt(at + 1) == '}') {
                return at + MARK;
            }
            at = c == '\'' || c == '"' ? endOfLiteral(source, at) : at + 1;
        }
        return -1;
    }

    /** Where the tag stands that ends what is not to be read; the end of the source if there is none. */
    private int endOfRaw(int from) {
        int at = source.indexOf("{%", from);
        while (at >= 0 && !isTag(at, "endraw")) {
            at = source.indexOf("{%", at + MARK);
        }
        return at < 0 ? source.length() : at;
    }

    private boolean isTag(int at, String name) {
        int word = at + MARK;
        while (word < source.length() && (source.charAt(word) == '-' || Character.isWhitespace(source.charAt(word)))) {
            word++;
        }
        return source.startsWith(name, word);
    }

    private void add(Kind kind, int from, int to) {
        if (from < to) {
            parts.add(new Part(kind, source.substring(from, to)));
        }
    }
}
