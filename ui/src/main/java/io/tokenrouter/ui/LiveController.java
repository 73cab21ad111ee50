package io.tokenrouter.ui;

import org.springframework.http.HttpHeaders;
import org.springframework.http.MediaType;
import org.springframework.http.ResponseEntity;
import org.springframework.http.codec.ServerSentEvent;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RestController;
import reactor.core.publisher.Flux;

/** The event stream behind the figures that move: one event {@code figures} a second. {@link ViewerLimit} bounds its viewers. */
@RestController
class LiveController {

    static final String PATH = "/console/events";

    private final LiveTicker ticker;

    LiveController(LiveTicker ticker) {
        this.ticker = ticker;
    }

    @GetMapping(path = PATH, produces = MediaType.TEXT_EVENT_STREAM_VALUE)
    ResponseEntity<Flux<ServerSentEvent<LiveFigures>>> events() {
        return ResponseEntity.ok()
                .header(HttpHeaders.CACHE_CONTROL, "no-cache")
                .header("X-Accel-Buffering", "no")
                .body(ticker.watch()
                        .map(figures -> ServerSentEvent.builder(figures)
                                .event("figures")
                                .build()));
    }
}
