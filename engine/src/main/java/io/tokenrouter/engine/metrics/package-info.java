/**
 * What the engine reports about itself. Open to every other package; imports none of them.
 */
@NullMarked
package io.tokenrouter.engine.metrics;

import org.jspecify.annotations.NullMarked;
