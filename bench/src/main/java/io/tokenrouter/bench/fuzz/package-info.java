/**
 * Runs that look for inputs that are taken badly.
 */
@NullMarked
package io.tokenrouter.bench.fuzz;

import org.jspecify.annotations.NullMarked;
