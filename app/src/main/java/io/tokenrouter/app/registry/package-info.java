/** Loads what is registered into the engine, and tells the HTTP API and the console what there is. */
@NullMarked
package io.tokenrouter.app.registry;

import org.jspecify.annotations.NullMarked;
