/** How good the demo pair's answers are, asked over HTTP of a real server. */
@NullMarked
package io.tokenrouter.bench.quality;

import org.jspecify.annotations.NullMarked;
