package io.tokenrouter.gpu.verify;

/** Times the product with the output matrix by itself, so that it can be told from what is computed of the logits. */
interface OutputTimer {

    /** Seconds of one product of {@code batch} rows with the output matrix of a model. */
    double seconds(SyntheticModel model, int batch, StepTimer timer);
}
