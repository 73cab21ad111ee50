/** A server of this repository as a process of its own, for benchmarks that ask one over HTTP. */
@NullMarked
package io.tokenrouter.bench.server;

import org.jspecify.annotations.NullMarked;
