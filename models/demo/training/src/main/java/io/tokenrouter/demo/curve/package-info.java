/** Accuracy against the share of tokens that the large model writes, drawn. */
@NullMarked
package io.tokenrouter.demo.curve;

import org.jspecify.annotations.NullMarked;
