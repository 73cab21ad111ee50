/** What the runtime costs beside its executors. */
@NullMarked
package io.tokenrouter.bench.overhead;

import org.jspecify.annotations.NullMarked;
