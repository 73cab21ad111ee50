package io.tokenrouter.engine.tokenizer;

import java.util.List;

/** A conversation as text, cut where trust changes. */
public record RenderedChat(List<Segment> segments) {

    public RenderedChat {
        segments = List.copyOf(segments);
    }

    /**
     * @param text a run of the rendered text
     * @param fromTemplate true where the template wrote it, so that control tokens in it count as such; false for content
     *     that came with a message
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
