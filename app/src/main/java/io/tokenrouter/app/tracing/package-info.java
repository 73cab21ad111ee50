/** Traces of requests for OpenTelemetry, where an operator asks for them. */
@NullMarked
package io.tokenrouter.app.tracing;

import org.jspecify.annotations.NullMarked;
