/** Kernels that were compiled ahead of time, and which of their images a device takes. */
@NullMarked
package io.tokenrouter.gpu.kernels;

import org.jspecify.annotations.NullMarked;
