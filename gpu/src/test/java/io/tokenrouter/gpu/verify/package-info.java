/** The program behind {@code gpu/verify}: what a GPU computes, checked against the processor, and how fast. */
@NullMarked
package io.tokenrouter.gpu.verify;

import org.jspecify.annotations.NullMarked;
