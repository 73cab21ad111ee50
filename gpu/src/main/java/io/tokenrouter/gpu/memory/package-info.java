/** Who has taken what of a device and of pinned host memory, so that all of it comes back, also after a failure halfway. */
@NullMarked
package io.tokenrouter.gpu.memory;

import org.jspecify.annotations.NullMarked;
