/** {@code ./tokenrouter train-router}: its command line, and the order of its parts. */
@NullMarked
package io.tokenrouter.train;

import org.jspecify.annotations.NullMarked;
