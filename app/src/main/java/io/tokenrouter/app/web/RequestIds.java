package io.tokenrouter.app.web;

import java.util.Objects;
import java.util.UUID;
import org.springframework.http.server.reactive.ServerHttpResponse;

/** The name of each request, which the caller may choose: see {@link RequestIdFilter}. */
public final class RequestIds {

    static final String HEADER = "x-request-id";

    private RequestIds() {}

    /** A new one. */
    static String next() {
        return "req_" + UUID.randomUUID();
    }

    /** What the answer calls its request; letters, digits and a few signs only, so it may be logged as it is. */
    public static String of(ServerHttpResponse response) {
        return Objects.requireNonNullElse(response.getHeaders().getFirst(HEADER), "none");
    }
}
