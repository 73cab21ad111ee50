package io.tokenrouter.app.security;

import io.tokenrouter.app.accounts.Sessions;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.annotation.Order;
import org.springframework.security.config.annotation.web.reactive.EnableWebFluxSecurity;
import org.springframework.security.config.web.server.ServerHttpSecurity;
import org.springframework.security.web.server.SecurityWebFilterChain;
import org.springframework.security.web.server.csrf.ServerCsrfTokenRequestAttributeHandler;
import org.springframework.security.web.server.savedrequest.NoOpServerRequestCache;

/**
 * Two chains: the API, which keeps no state and takes whoever its keys let in, and all the rest, which asks for a session. Sign-in,
 * cookies and headers are our own; Spring's filters find out who sent a request, check CSRF tokens, and let through or refuse.
 */
@Configuration(proxyBeanMethods = false)
@EnableWebFluxSecurity
class SecurityConfiguration {

    @Bean
    @Order(1)
    SecurityWebFilterChain apiChain(ServerHttpSecurity http, Sessions sessions, Refusals refusals) {
        return bare(http, refusals)
                .securityMatcher(ApiAddresses.matcher())
                .securityContextRepository(SessionContexts.ofOwnPages(sessions))
                .csrf(ServerHttpSecurity.CsrfSpec::disable)
                .authorizeExchange(addresses -> addresses.anyExchange().permitAll())
                .build();
    }

    @Bean
    @Order(2)
    SecurityWebFilterChain consoleChain(
            ServerHttpSecurity http, Sessions sessions, Refusals refusals, AccessManager access) {
        return bare(http, refusals)
                .securityContextRepository(SessionContexts.ofConsole(sessions))
                .csrf(csrf -> csrf.csrfTokenRepository(new PageTokens())
                        .csrfTokenRequestHandler(new ServerCsrfTokenRequestAttributeHandler())
                        .requireCsrfProtectionMatcher(PageTokens::mustCarry)
                        .accessDeniedHandler(refusals))
                .authorizeExchange(addresses -> addresses.anyExchange().access(access))
                .build();
    }

    /** Without what the server does itself: headers, requests to go on with, forms. */
    private static ServerHttpSecurity bare(ServerHttpSecurity http, Refusals refusals) {
        return http.headers(ServerHttpSecurity.HeaderSpec::disable)
                .requestCache(cache -> cache.requestCache(NoOpServerRequestCache.getInstance()))
                .httpBasic(ServerHttpSecurity.HttpBasicSpec::disable)
                .formLogin(ServerHttpSecurity.FormLoginSpec::disable)
                .logout(ServerHttpSecurity.LogoutSpec::disable)
                .exceptionHandling(
                        errors -> errors.authenticationEntryPoint(refusals).accessDeniedHandler(refusals));
    }
}
