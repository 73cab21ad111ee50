package io.tokenrouter.app.security;

import org.springframework.security.web.server.util.matcher.ServerWebExchangeMatcher;
import org.springframework.security.web.server.util.matcher.ServerWebExchangeMatchers;

/** Addresses of the OpenAI-compatible API, which programs reach with keys and without sessions. */
final class ApiAddresses {

    private ApiAddresses() {}

    static ServerWebExchangeMatcher matcher() {
        return ServerWebExchangeMatchers.pathMatchers("/v1", "/v1/**", "/tokenize", "/detokenize");
    }
}
