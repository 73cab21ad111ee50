/** Throughput of routed pairs from one request to a thousand: predicted, measured, and with simpler ways to form batches. */
@NullMarked
package io.tokenrouter.bench.batching;

import org.jspecify.annotations.NullMarked;
