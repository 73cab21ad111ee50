package io.tokenrouter.ui;

import java.util.List;
import org.springframework.context.ApplicationListener;
import org.springframework.context.event.ContextClosedEvent;
import org.springframework.http.HttpHeaders;
import org.springframework.http.MediaType;
import org.springframework.http.ResponseEntity;
import org.springframework.http.codec.ServerSentEvent;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RestController;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Sinks;

/**
 * The event streams behind the figures that move: one event {@code figures} a second. {@link ViewerLimit} bounds their viewers. A
 * stop ends them all before anything else: an open tab must not be waited for as if it were a request.
 */
@RestController
class LiveController implements ApplicationListener<ContextClosedEvent> {

    static final String PATH = "/console/events";

    private final LiveTicker<LiveFigures> models;
    private final LiveTicker<List<PairBatching>> batching;
    private final LiveTicker<ThroughputStatus> throughput;
    private final LiveTicker<ConsoleRegistry.Motion> registry;
    private final Sinks.Empty<Void> stopped = Sinks.empty();

    LiveController(
            LiveTicker<LiveFigures> models,
            LiveTicker<List<PairBatching>> batching,
            LiveTicker<ThroughputStatus> throughput,
            LiveTicker<ConsoleRegistry.Motion> registry) {
        this.models = models;
        this.registry = registry;
        this.batching = batching;
        this.throughput = throughput;
    }

    @Override
    public void onApplicationEvent(ContextClosedEvent event) {
        stopped.tryEmitEmpty();
    }

    @GetMapping(path = PATH, produces = MediaType.TEXT_EVENT_STREAM_VALUE)
    ResponseEntity<Flux<ServerSentEvent<LiveFigures>>> models() {
        return events(models);
    }

    @GetMapping(path = PATH + "/batching", produces = MediaType.TEXT_EVENT_STREAM_VALUE)
    ResponseEntity<Flux<ServerSentEvent<List<PairBatching>>>> batching() {
        return events(batching);
    }

    @GetMapping(path = PATH + "/throughput", produces = MediaType.TEXT_EVENT_STREAM_VALUE)
    ResponseEntity<Flux<ServerSentEvent<ThroughputStatus>>> throughput() {
        return events(throughput);
    }

    @GetMapping(path = PATH + "/registry", produces = MediaType.TEXT_EVENT_STREAM_VALUE)
    ResponseEntity<Flux<ServerSentEvent<ConsoleRegistry.Motion>>> registry() {
        return events(registry);
    }

    private <T> ResponseEntity<Flux<ServerSentEvent<T>>> events(LiveTicker<T> ticker) {
        return ResponseEntity.ok()
                .header(HttpHeaders.CACHE_CONTROL, "no-cache")
                .header("X-Accel-Buffering", "no")
                .body(ticker.watch()
                        .takeUntilOther(stopped.asMono())
                        .map(figures -> ServerSentEvent.builder(figures)
                                .event("figures")
                                .build()));
    }
}
