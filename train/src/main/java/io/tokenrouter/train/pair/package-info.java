/** A pair of models in an engine of its own, and requests to it. */
@NullMarked
package io.tokenrouter.train.pair;

import org.jspecify.annotations.NullMarked;
