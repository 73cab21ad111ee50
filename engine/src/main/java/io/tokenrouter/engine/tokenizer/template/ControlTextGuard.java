package io.tokenrouter.engine.tokenizer.template;

import io.tokenrouter.engine.api.EngineException;
import io.tokenrouter.engine.api.Vocabulary;
import io.tokenrouter.engine.tokenizer.RenderedChat;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;

/**
 * Keeps text of a conversation from passing for control tokens after a template has cut, trimmed and joined it. In front of
 * the render a mark, a private-use character that occurs nowhere in the conversation, is put behind every character of the
 * conversation that may begin a control token, and behind the first character of a text that may end one or be the middle
 * of one. After it every marked character is known to come from the conversation, and the marks vanish.
 *
 * <p>Text that the template itself has as a literal is not marked, unless it could pass for a control token, so that
 * templates which look for {@code </think>} in a message still find it. For one render.
 */
final class ControlTextGuard {

    private static final int FIRST_MARK = 0xE000;
    private static final int LAST_MARK = 0xF8FF;

    /** What the control tokens of a vocabulary look like. Immutable. */
    static final class Spellings {

        private final BitSet firstCharacters = new BitSet();

        private final Set<String> whole = new HashSet<>();
        /** Proper beginnings of control tokens. */
        private final Set<String> beginnings = new HashSet<>();
        /** What follows some first characters of a control token. */
        private final Set<String> suffixes = new HashSet<>();
        /** Beginnings of suffixes. */
        private final Set<String> middles = new HashSet<>();

        private int longest;

        Spellings(Vocabulary vocabulary) {
            for (int id = 0; id < vocabulary.size(); id++) {
                if (vocabulary.isControl(id) && !vocabulary.piece(id).isEmpty()) {
                    add(vocabulary.piece(id));
                }
            }
        }

        private void add(String spelling) {
            firstCharacters.set(spelling.charAt(0));
            whole.add(spelling);
            longest = Math.max(longest, spelling.length());
            for (int to = 1; to < spelling.length(); to++) {
                beginnings.add(spelling.substring(0, to));
            }
            for (int from = 1; from < spelling.length(); from++) {
                String suffix = spelling.substring(from);
                suffixes.add(suffix);
                for (int to = 1; to <= suffix.length(); to++) {
                    middles.add(suffix.substring(0, to));
                }
            }
        }

        /** Whether a text from its first character on is neither a control token nor the beginning of one. */
        private boolean differsFromAll(String text) {
            return !beginnings.contains(text)
                    && IntStream.rangeClosed(1, Math.min(longest, text.length()))
                            .noneMatch(length -> whole.contains(text.substring(0, length)));
        }

        private boolean mayContinueOne(String text) {
            if (middles.contains(text)) {
                return true;
            }
            for (int length = 1; length <= Math.min(longest, text.length()); length++) {
                if (suffixes.contains(text.substring(0, length))) {
                    return true;
                }
            }
            return false;
        }
    }

    private final Spellings spellings;
    private final Set<String> words;
    private final List<String> literals;
    private final char mark;

    /**
     * @param words literals and identifiers of the template
     * @param taken private-use characters that the conversation has
     */
    ControlTextGuard(Spellings spellings, Set<String> words, BitSet taken) {
        this.spellings = spellings;
        this.words = words;
        this.literals = words.stream()
                .filter(word -> word.length() > 1 && spellings.firstCharacters.get(word.charAt(0)))
                .filter(spellings::differsFromAll)
                .toList();
        int free = taken.nextClearBit(FIRST_MARK);
        if (free > LAST_MARK) {
            throw EngineException.invalid("messages", "messages use every private-use character");
        }
        this.mark = (char) free;
    }

    /** Notes the private-use characters of a text. */
    static void collect(String text, BitSet taken) {
        for (int i = 0; i < text.length(); i++) {
            if (text.charAt(i) >= FIRST_MARK && text.charAt(i) <= LAST_MARK) {
                taken.set(text.charAt(i));
            }
        }
    }

    /** A text of the conversation with its marks. */
    String protect(String text) {
        boolean marksFirst = !words.contains(text) && spellings.mayContinueOne(text);
        StringBuilder out = null;
        int copied = 0;
        int end;
        for (int at = 0; at < text.length(); at = end) {
            end = at + Character.charCount(text.codePointAt(at));
            boolean begins = spellings.firstCharacters.get(text.charAt(at)) && !isLiteralAt(text, at);
            if (begins || (marksFirst && at == 0)) {
                out = out == null ? new StringBuilder(text.length() + 16) : out;
                out.append(text, copied, end).append(mark);
                copied = end;
            }
        }
        return out == null ? text : out.append(text, copied, text.length()).toString();
    }

    private boolean isLiteralAt(String text, int at) {
        for (String literal : literals) {
            if (text.startsWith(literal, at)) {
                return true;
            }
        }
        return false;
    }

    /** Cuts a rendered text at its marked characters, and takes the marks out. */
    RenderedChat reveal(String rendered) {
        List<RenderedChat.Segment> segments = new ArrayList<>();
        int from = 0;
        for (int at = rendered.indexOf(mark); at >= 0; at = rendered.indexOf(mark, at + 1)) {
            int marked = at > from ? at - Character.charCount(rendered.codePointBefore(at)) : at;
            add(segments, rendered.substring(from, marked), true);
            add(segments, rendered.substring(marked, at), false);
            from = at + 1;
        }
        add(segments, rendered.substring(from), true);
        return new RenderedChat(segments);
    }

    private static void add(List<RenderedChat.Segment> segments, String text, boolean fromTemplate) {
        if (!text.isEmpty()) {
            segments.add(new RenderedChat.Segment(text, fromTemplate));
        }
    }
}
