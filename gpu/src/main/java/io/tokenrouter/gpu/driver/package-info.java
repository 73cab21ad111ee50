/**
 * CUDA's driver API as this module uses it: contexts that one thread owns, memory, streams, kernels and graphs. Nothing outside of this
 * package imports JCuda.
 */
@NullMarked
package io.tokenrouter.gpu.driver;

import org.jspecify.annotations.NullMarked;
