/**
 * One asynchronous loop per model: queue, batching decision, step.
 */
@NullMarked
package io.tokenrouter.engine.subserver;

import org.jspecify.annotations.NullMarked;
