package io.tokenrouter.app.web;

import java.util.Arrays;
import java.util.List;
import org.springframework.http.server.PathContainer;
import org.springframework.http.server.reactive.ServerHttpRequest;
import org.springframework.web.util.pattern.PathPattern;
import org.springframework.web.util.pattern.PathPatternParser;

/**
 * Some of the server's addresses, matched as the controllers' own are: percent signs and parameters in a path make no other
 * address of it, so nothing that is guarded by this is reached by another spelling.
 */
public final class Addresses {

    /** Those of the OpenAI-compatible API. */
    public static final Addresses API = of("/v1", "/v1/**", "/tokenize", "/detokenize", "/apply-template");

    /** Those below {@code /api}. */
    public static final Addresses ADMIN = of("/api/**");

    private final List<PathPattern> patterns;

    private Addresses(List<PathPattern> patterns) {
        this.patterns = patterns;
    }

    /** @param patterns of Spring's, such as {@code /v1/**} */
    public static Addresses of(String... patterns) {
        return new Addresses(Arrays.stream(patterns)
                .map(PathPatternParser.defaultInstance::parse)
                .toList());
    }

    /** Whether the request is for one of them. */
    public boolean include(ServerHttpRequest request) {
        PathContainer path = request.getPath().pathWithinApplication();
        return patterns.stream().anyMatch(pattern -> pattern.matches(path));
    }
}
