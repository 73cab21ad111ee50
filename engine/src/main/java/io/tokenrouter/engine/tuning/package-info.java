/**
 * Batching that tunes itself: step times and routing shares measured while the engine runs, settings that follow them.
 */
@NullMarked
package io.tokenrouter.engine.tuning;

import org.jspecify.annotations.NullMarked;
