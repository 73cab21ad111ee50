package io.tokenrouter.engine.model;

/**
 * The shape of a decoder of the Llama family.
 *
 * @param architecture as the file names it, {@code llama}
 * @param name human-readable name of the file, may be empty
 * @param vocabularySize rows of the embedding, which may be more than the tokenizer's ids
 * @param hiddenSize width of the residual stream
 * @param layers number of blocks
 * @param heads query heads
 * @param kvHeads key/value heads; divides {@code heads}
 * @param headDim width of one head
 * @param feedForwardSize inner width of the SwiGLU
 * @param contextLength most positions that the model was made for
 * @param rmsEpsilon added to the mean square before the root
 * @param rope rotary embedding
 * @param tiedEmbeddings whether the output matrix is the embedding
 */
public record ModelConfig(
        String architecture,
        String name,
        int vocabularySize,
        int hiddenSize,
        int layers,
        int heads,
        int kvHeads,
        int headDim,
        int feedForwardSize,
        int contextLength,
        float rmsEpsilon,
        RopeConfig rope,
        boolean tiedEmbeddings) {}
