/**
 * What a caller of the engine sees: requests, events, handles. Open to every other package; imports none of them.
 */
@NullMarked
package io.tokenrouter.engine.api;

import org.jspecify.annotations.NullMarked;
