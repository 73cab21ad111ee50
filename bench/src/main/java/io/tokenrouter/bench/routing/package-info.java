/** Speed of routed generation, measured against simpler ways to run a pair. */
@NullMarked
package io.tokenrouter.bench.routing;

import org.jspecify.annotations.NullMarked;
