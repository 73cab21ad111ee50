package io.tokenrouter.ui;

import java.util.concurrent.atomic.AtomicInteger;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpStatus;
import org.springframework.http.MediaType;
import org.springframework.http.ResponseEntity;
import org.springframework.http.codec.ServerSentEvent;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RestController;
import reactor.core.publisher.Flux;

/** The event stream behind the figures that move: one event {@code figures} a second. */
@RestController
class LiveController {

    /** Each viewer holds a connection; more than these are told to come back. */
    private static final int MOST_VIEWERS = 200;

    private final LiveTicker ticker;
    private final AtomicInteger viewers = new AtomicInteger();

    LiveController(LiveTicker ticker) {
        this.ticker = ticker;
    }

    @GetMapping(path = "/console/events", produces = MediaType.TEXT_EVENT_STREAM_VALUE)
    ResponseEntity<Flux<ServerSentEvent<LiveFigures>>> events() {
        if (viewers.get() >= MOST_VIEWERS) {
            return ResponseEntity.status(HttpStatus.SERVICE_UNAVAILABLE)
                    .header(HttpHeaders.RETRY_AFTER, "10")
                    .build();
        }
        // counted where the stream begins: a HEAD request gets the headers alone
        Flux<ServerSentEvent<LiveFigures>> events =
                Flux.using(viewers::incrementAndGet, viewer -> figures(), viewer -> viewers.decrementAndGet());
        return ResponseEntity.ok()
                .header(HttpHeaders.CACHE_CONTROL, "no-cache")
                .header("X-Accel-Buffering", "no")
                .body(events);
    }

    private Flux<ServerSentEvent<LiveFigures>> figures() {
        return ticker.watch()
                .map(figures ->
                        ServerSentEvent.builder(figures).event("figures").build());
    }
}
