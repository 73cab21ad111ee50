/** The life of the server: loading, ready, draining, stopped. */
@NullMarked
package io.tokenrouter.app.lifecycle;

import org.jspecify.annotations.NullMarked;
