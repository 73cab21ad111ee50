/** All routing algorithms on the demo pair: how right, how fast, and beside routing whole answers. */
@NullMarked
package io.tokenrouter.bench.algorithms;

import org.jspecify.annotations.NullMarked;
