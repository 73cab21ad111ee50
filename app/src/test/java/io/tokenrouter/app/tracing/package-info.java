@NullMarked
package io.tokenrouter.app.tracing;

import org.jspecify.annotations.NullMarked;
