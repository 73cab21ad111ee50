/** The command line of the server: its options, and the checks that come before anything slow. */
@NullMarked
package io.tokenrouter.app.cli;

import org.jspecify.annotations.NullMarked;
