/** The console in a real browser, against the whole server with the demo pair. */
@NullMarked
package io.tokenrouter.app.console;

import org.jspecify.annotations.NullMarked;
