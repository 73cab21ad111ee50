/**
 * The three-function routing API, route, send and receive, and the registry of algorithms with their options.
 */
@NullMarked
package io.tokenrouter.engine.routing;

import org.jspecify.annotations.NullMarked;
