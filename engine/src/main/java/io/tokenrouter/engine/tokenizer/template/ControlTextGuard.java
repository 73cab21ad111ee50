package io.tokenrouter.engine.tokenizer.template;

import io.tokenrouter.engine.api.EngineException;
import io.tokenrouter.engine.tokenizer.RenderedChat;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;

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

    private final ControlSpellings spellings;
    private final TemplateWords words;
    private final char mark;

    /** @param taken private-use characters that the conversation has */
    ControlTextGuard(ControlSpellings spellings, TemplateWords words, BitSet taken) {
        this.spellings = spellings;
        this.words = words;
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
        boolean marksFirst = !words.has(text) && spellings.mayBeContinuedBy(text);
        StringBuilder out = null;
        int copied = 0;
        int end;
        for (int at = 0; at < text.length(); at = end) {
            end = at + Character.charCount(text.codePointAt(at));
            boolean begins = spellings.mayBegin(text.charAt(at)) && !words.hasLiteralAt(text, at);
            if (begins || (marksFirst && at == 0)) {
                out = out == null ? new StringBuilder(text.length() + 16) : out;
                out.append(text, copied, end).append(mark);
                copied = end;
            }
        }
        return out == null ? text : out.append(text, copied, text.length()).toString();
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
