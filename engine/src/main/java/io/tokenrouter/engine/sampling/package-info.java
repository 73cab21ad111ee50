/**
 * From a row of logits to a token, its log-probability and the routing signals.
 */
@NullMarked
package io.tokenrouter.engine.sampling;

import org.jspecify.annotations.NullMarked;
