/** Accuracy against the share of tokens that the large model writes: measured, as a table, and drawn. */
@NullMarked
package io.tokenrouter.train.curve;

import org.jspecify.annotations.NullMarked;
