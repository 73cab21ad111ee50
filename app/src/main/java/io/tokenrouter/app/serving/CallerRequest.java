package io.tokenrouter.app.serving;

import org.jspecify.annotations.Nullable;

/**
 * What a request over HTTP is known by.
 *
 * @param requestId what its answer calls it, {@code x-request-id}; null for none
 * @param traceparent the header of this name (W3C Trace Context), as it came; null for none
 */
public record CallerRequest(
        @Nullable String requestId, @Nullable String traceparent) {

    /** One that did not come over HTTP. */
    public static final CallerRequest NONE = new CallerRequest(null, null);
}
