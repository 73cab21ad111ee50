package io.tokenrouter.engine.model;

import io.tokenrouter.engine.tensor.TensorShape;
import org.jspecify.annotations.Nullable;

/** What the weights of a model look like, under the names of {@link ModelWeights}. Known without the file being open. */
@FunctionalInterface
public interface ModelShapes {

    /** Null if there is no such tensor. */
    @Nullable
    TensorShape shapeOf(String name);
}
