package io.tokenrouter.ui;

import java.time.Duration;
import java.util.List;
import org.springframework.context.ApplicationListener;
import org.springframework.context.event.ContextClosedEvent;
import org.springframework.http.HttpHeaders;
import org.springframework.http.MediaType;
import org.springframework.http.ResponseEntity;
import org.springframework.http.codec.ServerSentEvent;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.server.ServerWebExchange;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.core.publisher.Sinks;

/**
 * The event streams behind the figures that move: one event {@code figures} a second, and one {@code running} whenever another number of
 * requests runs, which every page shows beside its name in the navigation. {@link ViewerLimit} bounds their viewers. A
 * stop ends them all before anything else: an open tab must not be waited for as if it were a request. So does the end of the
 * viewer's session.
 */
@RestController
class LiveController implements ApplicationListener<ContextClosedEvent> {

    static final String PATH = "/console/events";

    /** How often it is looked whether a viewer is still signed in. */
    private static final Duration LOOK = Duration.ofSeconds(2);

    private final LiveTicker<LiveFigures> models;
    private final LiveTicker<ConsoleOverview.Moment> overview;
    private final LiveTicker<List<PairBatching>> batching;
    private final LiveTicker<ThroughputStatus> throughput;
    private final LiveTicker<ConsoleRegistry.Motion> registry;
    private final LiveTicker<ConsoleRequests.Motion> requests;
    private final ConsoleAccess access;
    private final Sinks.Empty<Void> stopped = Sinks.empty();

    LiveController(
            LiveTicker<LiveFigures> models,
            LiveTicker<ConsoleOverview.Moment> overview,
            LiveTicker<List<PairBatching>> batching,
            LiveTicker<ThroughputStatus> throughput,
            LiveTicker<ConsoleRegistry.Motion> registry,
            LiveTicker<ConsoleRequests.Motion> requests,
            ConsoleAccess access) {
        this.access = access;
        this.models = models;
        this.overview = overview;
        this.registry = registry;
        this.requests = requests;
        this.batching = batching;
        this.throughput = throughput;
    }

    @Override
    public void onApplicationEvent(ContextClosedEvent event) {
        stopped.tryEmitEmpty();
    }

    @GetMapping(path = PATH, produces = MediaType.TEXT_EVENT_STREAM_VALUE)
    ResponseEntity<Flux<ServerSentEvent<Object>>> models(ServerWebExchange exchange) {
        return events(models, exchange);
    }

    @GetMapping(path = PATH + "/overview", produces = MediaType.TEXT_EVENT_STREAM_VALUE)
    ResponseEntity<Flux<ServerSentEvent<Object>>> overview(ServerWebExchange exchange) {
        return events(overview, exchange);
    }

    @GetMapping(path = PATH + "/batching", produces = MediaType.TEXT_EVENT_STREAM_VALUE)
    ResponseEntity<Flux<ServerSentEvent<Object>>> batching(ServerWebExchange exchange) {
        return events(batching, exchange);
    }

    @GetMapping(path = PATH + "/throughput", produces = MediaType.TEXT_EVENT_STREAM_VALUE)
    ResponseEntity<Flux<ServerSentEvent<Object>>> throughput(ServerWebExchange exchange) {
        return events(throughput, exchange);
    }

    @GetMapping(path = PATH + "/registry", produces = MediaType.TEXT_EVENT_STREAM_VALUE)
    ResponseEntity<Flux<ServerSentEvent<Object>>> registry(ServerWebExchange exchange) {
        return events(registry, exchange);
    }

    @GetMapping(path = PATH + "/requests", produces = MediaType.TEXT_EVENT_STREAM_VALUE)
    ResponseEntity<Flux<ServerSentEvent<Object>>> requests(ServerWebExchange exchange) {
        return events(requests, exchange);
    }

    private ResponseEntity<Flux<ServerSentEvent<Object>>> events(LiveTicker<?> ticker, ServerWebExchange exchange) {
        return ResponseEntity.ok()
                .header(HttpHeaders.CACHE_CONTROL, "no-cache")
                .header("X-Accel-Buffering", "no")
                .body(Flux.merge(1, event("figures", ticker.watch()), event("running", running()))
                        .takeUntilOther(stopped.asMono())
                        .takeUntilOther(signedOut(exchange)));
    }

    private Flux<Integer> running() {
        return requests.watch().map(ConsoleRequests.Motion::running).distinctUntilChanged();
    }

    private static Flux<ServerSentEvent<Object>> event(String name, Flux<?> told) {
        return told.map(
                data -> ServerSentEvent.<Object>builder(data).event(name).build());
    }

    /** Comes when the viewer's session has ended; a database that does not answer says nothing about that. */
    private Mono<Boolean> signedOut(ServerWebExchange exchange) {
        return Flux.interval(LOOK)
                .onBackpressureDrop()
                .concatMap(look -> access.user(exchange).hasElement().onErrorReturn(true))
                .filter(isSignedIn -> !isSignedIn)
                .next();
    }
}
