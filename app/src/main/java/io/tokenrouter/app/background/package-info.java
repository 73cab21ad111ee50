/** Work that goes on behind everything that serves. */
@NullMarked
package io.tokenrouter.app.background;

import org.jspecify.annotations.NullMarked;
