/**
 * The routing runtime: front door, admission, and one request's state.
 */
@NullMarked
package io.tokenrouter.engine.runtime;

import org.jspecify.annotations.NullMarked;
