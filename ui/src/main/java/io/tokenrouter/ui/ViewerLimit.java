package io.tokenrouter.ui;

import java.util.concurrent.atomic.AtomicInteger;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpStatus;
import org.springframework.web.server.ResponseStatusException;
import org.springframework.web.server.ServerWebExchange;
import org.springframework.web.server.WebFilter;
import org.springframework.web.server.WebFilterChain;
import org.springframework.web.util.pattern.PathPattern;
import org.springframework.web.util.pattern.PathPatternParser;
import reactor.core.publisher.Mono;

/**
 * Bounds how many watch the figures at once: each viewer holds a connection. A place is taken before anything is answered and
 * given back when the answer ends, whichever way it does.
 */
final class ViewerLimit implements WebFilter {

    static final int MOST_VIEWERS = 200;

    /** As the controllers match it, so that no other spelling of the address gets past. */
    private static final PathPattern STREAMS = PathPatternParser.defaultInstance.parse(LiveController.PATH + "/**");

    private static final String RETRY_AFTER_SECONDS = "10";

    private final AtomicInteger viewers = new AtomicInteger();

    @Override
    public Mono<Void> filter(ServerWebExchange exchange, WebFilterChain chain) {
        return STREAMS.matches(exchange.getRequest().getPath().pathWithinApplication())
                ? Mono.using(this::takePlace, place -> chain.filter(exchange), place -> viewers.decrementAndGet())
                : chain.filter(exchange);
    }

    private Integer takePlace() {
        int before = viewers.getAndUpdate(now -> Math.min(now + 1, MOST_VIEWERS));
        if (before == MOST_VIEWERS) {
            throw new TooManyViewers();
        }
        return before;
    }

    private static final class TooManyViewers extends ResponseStatusException {

        private static final long serialVersionUID = 1L;

        TooManyViewers() {
            super(HttpStatus.SERVICE_UNAVAILABLE, "Too many watch the console's figures; try again.");
        }

        @Override
        public HttpHeaders getHeaders() {
            HttpHeaders headers = new HttpHeaders();
            headers.set(HttpHeaders.RETRY_AFTER, RETRY_AFTER_SECONDS);
            return headers;
        }
    }
}
