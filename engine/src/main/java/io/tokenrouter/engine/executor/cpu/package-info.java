/**
 * The executor that runs on the processor's own cores.
 */
@NullMarked
package io.tokenrouter.engine.executor.cpu;

import org.jspecify.annotations.NullMarked;
