package io.tokenrouter.engine.model;

/**
 * The shape of a decoder. One forward pass serves all families; this is what they differ in.
 *
 * @param architecture name of the family, for example {@code llama}
 * @param name human-readable name of the model, may be empty
 * @param vocabularySize rows of the embedding, which may be more than the tokenizer's ids
 * @param hiddenSize width of the residual stream
 * @param feedForwardSize inner width of the gated feed-forward layer
 * @param contextLength most positions that the model was made for
 * @param attention heads and the layers' patterns
 * @param norms norms of the residual stream
 * @param activation of the feed-forward gate
 * @param embeddingScale factor of the embedding's rows; 1 for none
 * @param logitCap logits are held within this distance of 0 by a hyperbolic tangent; 0 for no cap
 * @param tiedEmbeddings whether the output matrix is the embedding
 */
public record ModelConfig(
        String architecture,
        String name,
        int vocabularySize,
        int hiddenSize,
        int feedForwardSize,
        int contextLength,
        AttentionConfig attention,
        NormConfig norms,
        GateActivation activation,
        float embeddingScale,
        float logitCap,
        boolean tiedEmbeddings) {

    /** Number of blocks. */
    public int layers() {
        return attention.layers().size();
    }

    /** Query heads. */
    public int heads() {
        return attention.heads();
    }

    /** Key/value heads. */
    public int kvHeads() {
        return attention.kvHeads();
    }

    /** Width of one head. */
    public int headDim() {
        return attention.headDim();
    }
}
