/**
 * The three-function routing API: route, send, receive.
 */
@NullMarked
package io.tokenrouter.engine.routing;

import org.jspecify.annotations.NullMarked;
