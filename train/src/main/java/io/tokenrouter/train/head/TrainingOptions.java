package io.tokenrouter.train.head;

/**
 * How a head is trained.
 *
 * @param epochs passes over the examples
 * @param batch examples of a step
 * @param learningRate of AdamW at the start; falls to 0 along half a cosine
 * @param weightDecay of AdamW
 * @param dropout share of a block's inner numbers that a step leaves out
 * @param seed of the first weights, the order of examples, and dropout
 */
public record TrainingOptions(int epochs, int batch, float learningRate, float weightDecay, float dropout, int seed) {}
