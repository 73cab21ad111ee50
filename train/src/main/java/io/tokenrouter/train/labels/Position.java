package io.tokenrouter.train.labels;

/**
 * One position of a large model's answer, seen by the small one.
 *
 * @param token that the small model would have written
 * @param differs whether the large model wrote another one
 * @param needed whether the small model's token would have spoiled the answer; only where it differs
 * @param entropy of the small model's row, nats
 * @param inputs its hidden state, then its largest logits
 */
public record Position(int token, boolean differs, boolean needed, float entropy, float[] inputs) {}
