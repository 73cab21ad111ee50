/** The server: starts everything and puts it together. */
@NullMarked
package io.tokenrouter.app;

import org.jspecify.annotations.NullMarked;
