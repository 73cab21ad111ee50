package io.tokenrouter.app.security;

import io.tokenrouter.app.web.Addresses;
import org.springframework.security.web.server.util.matcher.ServerWebExchangeMatcher;
import org.springframework.security.web.server.util.matcher.ServerWebExchangeMatcher.MatchResult;

/** Addresses of the OpenAI-compatible API, which programs reach with keys and without sessions. */
final class ApiAddresses {

    private ApiAddresses() {}

    static ServerWebExchangeMatcher matcher() {
        return exchange -> Addresses.API.include(exchange.getRequest()) ? MatchResult.match() : MatchResult.notMatch();
    }
}
