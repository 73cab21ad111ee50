/** Weights on a device: how they lie there, how they get there from a model's files, and their products with activations. */
@NullMarked
package io.tokenrouter.gpu.weights;

import org.jspecify.annotations.NullMarked;
