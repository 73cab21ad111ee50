package io.tokenrouter.engine.routing;

import io.tokenrouter.engine.heads.Head;
import java.util.ArrayList;
import java.util.List;

/**
 * What a role's rows must report beside the sampled token, its log-probability, entropy, largest probability and margin,
 * which always come. Start from {@link #BASIC}.
 *
 * @param logU aleatoric and epistemic uncertainty ({@link Step#au()}, {@link Step#eu()})
 * @param topK most probable ids to report, 0 to 128
 * @param distribution what each token was drawn from ({@link Step#distribution()}), as drafts need it that are verified by
 *     {@code Exact} or {@code Cascade}. Up to 4 bytes for each id of the vocabulary and token of the tail
 * @param heads networks that run on the row and its token ({@link Step#heads()})
 * @param row the newest row of logits is kept until the trace grows or changes: a {@link Hop.Fuse} at the same position then uses
 *     it and does not run the model again. 4 bytes for each id of the vocabulary
 */
public record Signals(boolean logU, int topK, boolean distribution, List<Head> heads, boolean row) {

    /** Nothing beyond what always comes. */
    public static final Signals BASIC = new Signals(false, 0, false, List.of(), false);

    public Signals {
        heads = List.copyOf(heads);
        if (topK < 0 || topK > 128) {
            throw new IllegalArgumentException("topK must be from 0 to 128, not " + topK);
        }
    }

    public Signals withLogU() {
        return new Signals(true, topK, distribution, heads, row);
    }

    public Signals withTopK(int value) {
        return new Signals(logU, value, distribution, heads, row);
    }

    public Signals withDistribution() {
        return new Signals(logU, topK, true, heads, row);
    }

    public Signals withHead(Head head) {
        List<Head> all = new ArrayList<>(heads);
        all.add(head);
        return new Signals(logU, topK, distribution, all, row);
    }

    public Signals withRow() {
        return new Signals(logU, topK, distribution, heads, true);
    }
}
