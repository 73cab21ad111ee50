@NullMarked
package io.tokenrouter.gpu.weights;

import org.jspecify.annotations.NullMarked;
