package io.tokenrouter.app.tracing;

import io.opentelemetry.context.propagation.TextMapGetter;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Shows OpenTelemetry the header {@code traceparent} of a request, as it came; what is not valid there counts as none. */
enum TraceparentGetter implements TextMapGetter<String> {
    ONLY;

    private static final String NAME = "traceparent";

    @Override
    public Iterable<String> keys(String header) {
        return List.of(NAME);
    }

    @Override
    public @Nullable String get(@Nullable String header, String key) {
        return key.equals(NAME) ? header : null;
    }
}
