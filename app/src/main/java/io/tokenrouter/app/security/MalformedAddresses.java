package io.tokenrouter.app.security;

import io.tokenrouter.app.web.RefusedRequestException;
import org.springframework.http.HttpStatus;
import org.springframework.security.web.server.firewall.ServerExchangeRejectedException;
import org.springframework.security.web.server.firewall.ServerExchangeRejectedHandler;
import org.springframework.stereotype.Component;
import org.springframework.web.server.ServerWebExchange;
import reactor.core.publisher.Mono;

/** Requests that Spring's firewall turns away, because guards could read them in another way than controllers, get a body too. */
@Component
class MalformedAddresses implements ServerExchangeRejectedHandler {

    @Override
    public Mono<Void> handle(ServerWebExchange exchange, ServerExchangeRejectedException rejected) {
        return Mono.error(new RefusedRequestException(
                HttpStatus.BAD_REQUEST,
                "The request has a part that is not taken here: a double slash, a semicolon, a backslash or a control"
                        + " character in its address, encoded or not, an unusual method, or a header that is none."));
    }
}
