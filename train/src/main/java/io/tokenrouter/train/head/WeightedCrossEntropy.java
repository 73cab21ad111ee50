package io.tokenrouter.train.head;

import ai.djl.ndarray.NDArray;
import ai.djl.ndarray.NDList;
import ai.djl.training.loss.Loss;

/** Mean binary cross-entropy of logits, in which the few examples that need the large model count more. */
final class WeightedCrossEntropy extends Loss {

    private final float weight;

    /** @param weight of an example with target 1; the others have 1 */
    WeightedCrossEntropy(float weight) {
        super("WeightedCrossEntropy");
        this.weight = weight;
    }

    /** Of {@code max(x, 0) - x t + ln(1 + exp(-|x|))}, which does not overflow. */
    @Override
    public NDArray evaluate(NDList targets, NDList logits) {
        NDArray target = targets.singletonOrThrow();
        NDArray x = logits.singletonOrThrow();
        NDArray losses =
                x.maximum(0).sub(x.mul(target)).add(x.abs().neg().exp().add(1).log());
        return losses.mul(target.mul(weight - 1).add(1)).mean();
    }
}
