package io.tokenrouter.app.web;

import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.core.annotation.Order;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpStatus;
import org.springframework.http.InvalidMediaTypeException;
import org.springframework.http.MediaType;
import org.springframework.http.server.reactive.ServerHttpRequest;
import org.springframework.stereotype.Component;
import org.springframework.web.server.ServerWebExchange;
import org.springframework.web.server.UnsupportedMediaTypeStatusException;
import org.springframework.web.server.WebFilter;
import org.springframework.web.server.WebFilterChain;
import reactor.core.publisher.Mono;

/**
 * Refuses with 415 the bodies that nobody here reads: compressed ones, and, of the admin API, all that are not JSON, also where a body
 * may be left out. A form of another site cannot send JSON.
 */
@Component
@Order(BodyFormFilter.ORDER)
class BodyFormFilter implements WebFilter {

    /** Behind all that find out who asks and whether they may. */
    static final int ORDER = 1;

    private static final String AS_IT_IS = "identity";

    @Override
    public Mono<Void> filter(ServerWebExchange exchange, WebFilterChain chain) {
        ServerHttpRequest request = exchange.getRequest();
        if (isEncoded(request.getHeaders())) {
            exchange.getResponse().getHeaders().set(HttpHeaders.ACCEPT_ENCODING, AS_IT_IS);
            return Mono.error(new RefusedRequestException(
                    HttpStatus.UNSUPPORTED_MEDIA_TYPE,
                    "Compressed bodies are not taken here; send the body as it is, without Content-Encoding."));
        }
        if (Addresses.ADMIN.include(request) && hasBody(request.getHeaders())) {
            MediaType type = contentType(request.getHeaders());
            if (type == null || !MediaType.APPLICATION_JSON.includes(type)) {
                return Mono.error(new UnsupportedMediaTypeStatusException(type, List.of(MediaType.APPLICATION_JSON)));
            }
        }
        return chain.filter(exchange);
    }

    /** Lines of a header are one list, whose empty elements count for nothing (RFC 9110, sections 5.3 and 5.6.1). */
    private static boolean isEncoded(HttpHeaders headers) {
        return headers.getOrEmpty(HttpHeaders.CONTENT_ENCODING).stream()
                .flatMap(line -> Arrays.stream(line.split(",")))
                .map(String::strip)
                .anyMatch(coding -> !coding.isEmpty() && !coding.equalsIgnoreCase(AS_IT_IS));
    }

    private static boolean hasBody(HttpHeaders headers) {
        return headers.getContentLength() > 0 || headers.containsHeader(HttpHeaders.TRANSFER_ENCODING);
    }

    private static @Nullable MediaType contentType(HttpHeaders headers) {
        try {
            return headers.getContentType();
        } catch (InvalidMediaTypeException none) {
            return null;
        }
    }
}
