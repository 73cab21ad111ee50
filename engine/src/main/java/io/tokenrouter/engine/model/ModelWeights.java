package io.tokenrouter.engine.model;

import io.tokenrouter.engine.tensor.Tensor;
import io.tokenrouter.engine.tensor.TensorShape;
import org.jspecify.annotations.Nullable;

/**
 * The weights of one model under GGUF's names: {@code token_embd.weight}, {@code blk.0.attn_q.weight}, ...
 */
public interface ModelWeights extends ModelShapes, AutoCloseable {

    /** Null if there is no such tensor. */
    @Nullable
    Tensor find(String name);

    /**
     * @throws ModelFormatException naming the tensor if there is none
     */
    default Tensor get(String name) {
        Tensor tensor = find(name);
        if (tensor == null) {
            throw new ModelFormatException("the file has no tensor " + name);
        }
        return tensor;
    }

    @Override
    default @Nullable TensorShape shapeOf(String name) {
        Tensor tensor = find(name);
        return tensor == null ? null : new TensorShape(tensor.format(), tensor.rows(), tensor.columns());
    }

    /** Gives their memory back; no tensor may be used afterwards. Weights that own no memory have nothing to do. */
    @Override
    default void close() {}
}
