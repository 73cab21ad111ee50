/**
 * The routing algorithms that ship with the engine. docs/algorithms.md tells where each comes from and when to choose it.
 */
@NullMarked
package io.tokenrouter.engine.routing.builtin;

import org.jspecify.annotations.NullMarked;
