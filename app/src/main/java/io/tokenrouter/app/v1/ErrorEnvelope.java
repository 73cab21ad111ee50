package io.tokenrouter.app.v1;

import org.jspecify.annotations.Nullable;

/** The body of every error: {@code {"error": {"message", "type", "param", "code"}}}. */
record ErrorEnvelope(Error error) {

    /**
     * @param param the request field at fault
     * @param code for programs, such as {@code model_not_found}
     */
    record Error(
            String message,
            String type,
            @Nullable String param,
            @Nullable String code) {}

    static ErrorEnvelope of(String message, String type, @Nullable String param, @Nullable String code) {
        return new ErrorEnvelope(
                new Error(WellFormed.of(message), type, param == null ? null : WellFormed.of(param), code));
    }
}
