/** Models on NVIDIA GPUs: the devices of a machine, and the executor with its forward pass and its graphs. */
@NullMarked
package io.tokenrouter.gpu;

import org.jspecify.annotations.NullMarked;
