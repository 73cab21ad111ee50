/**
 * The parts of a decoder's forward pass that are no matrix products, as launches of kernels. All activations are float32, row-major, a row
 * for each token. Launching allocates nothing on the device and waits for nothing, so launches can be captured in graphs; all of it is
 * for the thread that owns the context.
 */
@NullMarked
package io.tokenrouter.gpu.layers;

import org.jspecify.annotations.NullMarked;
