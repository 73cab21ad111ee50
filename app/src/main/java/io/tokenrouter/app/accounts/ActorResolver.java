package io.tokenrouter.app.accounts;

import java.security.Principal;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.MethodParameter;
import org.springframework.web.reactive.BindingContext;
import org.springframework.web.reactive.config.WebFluxConfigurer;
import org.springframework.web.reactive.result.method.HandlerMethodArgumentResolver;
import org.springframework.web.reactive.result.method.annotation.ArgumentResolverConfigurer;
import org.springframework.web.server.ServerWebExchange;
import reactor.core.publisher.Mono;

/** Gives controllers whoever sent the request. */
@Configuration(proxyBeanMethods = false)
class ActorResolver implements WebFluxConfigurer, HandlerMethodArgumentResolver {

    private static final String NOBODY = "nobody";

    @Override
    public void configureArgumentResolvers(ArgumentResolverConfigurer resolvers) {
        resolvers.addCustomResolver(this);
    }

    @Override
    public boolean supportsParameter(MethodParameter parameter) {
        return parameter.getParameterType() == Actor.class;
    }

    @Override
    public Mono<Object> resolveArgument(MethodParameter parameter, BindingContext binding, ServerWebExchange exchange) {
        String origin = RequestOrigin.of(exchange);
        return exchange.getPrincipal()
                .map(Principal::getName)
                .defaultIfEmpty(NOBODY)
                .map(name -> new Actor(name, origin));
    }
}
