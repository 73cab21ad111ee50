package io.tokenrouter.engine.tokenizer;

import java.util.List;

/** A conversation as text, cut where trust changes. */
public record RenderedChat(List<Segment> segments) {

    public RenderedChat {
        segments = List.copyOf(segments);
    }

    /**
     * @param text a run of the rendered text
     * @param fromTemplate true where a control token counts as such; false for text of a message that could pass for one, or
     *     for a part of one. Other text of messages may be in either
     */
    public record Segment(String text, boolean fromTemplate) {}

    /** The whole text, for people. */
    public String text() {
        StringBuilder all = new StringBuilder();
        for (Segment segment : segments) {
            all.append(segment.text());
        }
        return all.toString();
    }
}
