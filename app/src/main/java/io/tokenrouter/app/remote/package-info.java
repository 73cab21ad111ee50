/** The common operations of the console as commands that talk to a running server. */
@NullMarked
package io.tokenrouter.app.remote;

import org.jspecify.annotations.NullMarked;
