package io.tokenrouter.engine.routing;

/**
 * What a role's rows must report beside the sampled token, its log-probability, entropy, largest probability and margin,
 * which always come. Start from {@link #BASIC}.
 *
 * @param logU aleatoric and epistemic uncertainty ({@link Step#au()}, {@link Step#eu()})
 * @param topK most probable ids to report, 0 to 128
 */
public record Signals(boolean logU, int topK) {

    /** Nothing beyond what always comes. */
    public static final Signals BASIC = new Signals(false, 0);

    public Signals {
        if (topK < 0 || topK > 128) {
            throw new IllegalArgumentException("topK must be from 0 to 128, not " + topK);
        }
    }

    public Signals withLogU() {
        return new Signals(true, topK);
    }

    public Signals withTopK(int value) {
        return new Signals(logU, value);
    }
}
