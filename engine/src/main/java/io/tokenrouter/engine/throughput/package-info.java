/**
 * When to wait for a larger batch, and what throughput follows: the start rules that the runtime obeys, and the models that
 * predict them. Pure mathematics that knows no other package of the engine. Times are nanoseconds, throughput is tokens per second.
 */
@NullMarked
package io.tokenrouter.engine.throughput;

import org.jspecify.annotations.NullMarked;
