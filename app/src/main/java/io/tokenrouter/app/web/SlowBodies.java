package io.tokenrouter.app.web;

import io.netty.channel.ChannelException;
import org.springframework.core.Ordered;
import org.springframework.core.annotation.Order;
import org.springframework.http.HttpStatus;
import org.springframework.stereotype.Component;
import org.springframework.web.server.ResponseStatusException;
import org.springframework.web.server.ServerWebExchange;
import org.springframework.web.server.WebExceptionHandler;
import reactor.core.publisher.Mono;

/** Makes of Netty's time-outs, which are all of bodies that do not come, the caller's fault: without it they would be ours. */
@Component
@Order(Ordered.HIGHEST_PRECEDENCE)
class SlowBodies implements WebExceptionHandler {

    @Override
    public Mono<Void> handle(ServerWebExchange exchange, Throwable failure) {
        return Mono.error(
                failure instanceof ChannelException
                        ? new ResponseStatusException(
                                HttpStatus.REQUEST_TIMEOUT,
                                "The rest of the request body did not arrive in time.",
                                failure)
                        : failure);
    }
}
