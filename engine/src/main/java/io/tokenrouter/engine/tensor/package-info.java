/**
 * Numeric kernels: a scalar oracle and Vector API versions.
 */
@NullMarked
package io.tokenrouter.engine.tensor;

import org.jspecify.annotations.NullMarked;
