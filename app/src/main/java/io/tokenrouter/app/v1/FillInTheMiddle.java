package io.tokenrouter.app.v1;

import io.tokenrouter.engine.api.Vocabulary;
import io.tokenrouter.engine.tokenizer.RenderedChat;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * The tokens around which a model fills in: prefix, suffix, and then what it writes belongs between them (M. Bavarian et al., 2022, the
 * order that all of these families were trained on).
 */
record FillInTheMiddle(String prefix, String suffix, String middle) {

    private static final List<FillInTheMiddle> KNOWN = List.of(
            new FillInTheMiddle("<|fim_prefix|>", "<|fim_suffix|>", "<|fim_middle|>"),
            new FillInTheMiddle("<fim_prefix>", "<fim_suffix>", "<fim_middle>"),
            new FillInTheMiddle("<fim-prefix>", "<fim-suffix>", "<fim-middle>"));

    /** Those that a vocabulary has; looks through all of it. */
    static Optional<FillInTheMiddle> in(Vocabulary vocabulary) {
        Set<String> pieces = new HashSet<>();
        for (int id = 0; id < vocabulary.size(); id++) {
            pieces.add(vocabulary.piece(id));
        }
        return KNOWN.stream()
                .filter(known -> pieces.containsAll(List.of(known.prefix, known.suffix, known.middle)))
                .findFirst();
    }

    /** A prompt of which the answer is what stands between two texts. What looks like such a token in them stays text. */
    RenderedChat between(String before, String after) {
        return new RenderedChat(List.of(
                new RenderedChat.Segment(prefix, true),
                new RenderedChat.Segment(before, false),
                new RenderedChat.Segment(suffix, true),
                new RenderedChat.Segment(after, false),
                new RenderedChat.Segment(middle, true)));
    }
}
