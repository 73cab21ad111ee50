package io.tokenrouter.ui;

import java.util.List;
import org.springframework.http.HttpHeaders;
import org.springframework.http.MediaType;
import org.springframework.http.ResponseEntity;
import org.springframework.http.codec.ServerSentEvent;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RestController;
import reactor.core.publisher.Flux;

/** The event streams behind the figures that move: one event {@code figures} a second. {@link ViewerLimit} bounds their viewers. */
@RestController
class LiveController {

    static final String PATH = "/console/events";

    private final LiveTicker<LiveFigures> models;
    private final LiveTicker<List<PairBatching>> batching;

    LiveController(LiveTicker<LiveFigures> models, LiveTicker<List<PairBatching>> batching) {
        this.models = models;
        this.batching = batching;
    }

    @GetMapping(path = PATH, produces = MediaType.TEXT_EVENT_STREAM_VALUE)
    ResponseEntity<Flux<ServerSentEvent<LiveFigures>>> models() {
        return events(models);
    }

    @GetMapping(path = PATH + "/batching", produces = MediaType.TEXT_EVENT_STREAM_VALUE)
    ResponseEntity<Flux<ServerSentEvent<List<PairBatching>>>> batching() {
        return events(batching);
    }

    private static <T> ResponseEntity<Flux<ServerSentEvent<T>>> events(LiveTicker<T> ticker) {
        return ResponseEntity.ok()
                .header(HttpHeaders.CACHE_CONTROL, "no-cache")
                .header("X-Accel-Buffering", "no")
                .body(ticker.watch()
                        .map(figures -> ServerSentEvent.builder(figures)
                                .event("figures")
                                .build()));
    }
}
