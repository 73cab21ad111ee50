package io.tokenrouter.app.v1;

import io.tokenrouter.app.serving.Caller;
import io.tokenrouter.app.serving.CallerEngines;
import io.tokenrouter.app.serving.CallerRequest;
import io.tokenrouter.app.web.OpenConnections;
import io.tokenrouter.app.web.RequestIds;
import java.time.Duration;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.http.HttpHeaders;
import org.springframework.http.MediaType;
import org.springframework.http.server.reactive.ServerHttpResponse;
import org.springframework.http.server.reactive.ServerHttpResponseDecorator;
import org.springframework.stereotype.Component;
import org.springframework.web.server.ServerWebExchange;
import reactor.core.Disposable;
import reactor.core.Disposables;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Scheduler;
import reactor.core.scheduler.Schedulers;
import reactor.netty.http.server.HttpServerResponse;

/** The way of one request from body to answer. A client that leaves, at whatever point, cancels what is under way. */
@Component
class Answering {

    private static final Logger requests = LoggerFactory.getLogger("io.tokenrouter.requests");
    private static final String SEED_HEADER = "x-tokenrouter-seed";
    private static final String TRACEPARENT = "traceparent";

    private final CallerEngines engines;
    private final Preparer preparer;
    private final JsonBody body;
    private final BodyMemory memory;
    private final ApiJson json;
    private final OpenConnections connections;
    private final Duration ping;
    private final int undelivered;

    Answering(
            CallerEngines engines,
            Preparer preparer,
            JsonBody body,
            BodyMemory memory,
            ApiJson json,
            OpenConnections connections,
            ApiProperties properties) {
        this.engines = engines;
        this.preparer = preparer;
        this.body = body;
        this.memory = memory;
        this.json = json;
        this.connections = connections;
        this.ping = properties.ping();
        this.undelivered = properties.undelivered();
    }

    Mono<Void> answer(ServerWebExchange exchange, JobReader reader, AnswerFormat format) {
        Caller caller = AccessFilter.caller(exchange);
        Mono<Job> prepared = body.read(exchange.getRequest())
                .flatMap(bytes ->
                        preparer.prepare(bytes.length, () -> named(exchange, reader.read(json.parse(bytes), caller))));
        return memory.holding(exchange.getRequest(), prepared).flatMap(job -> {
            exchange.getResponse().getHeaders().set(SEED_HEADER, Long.toString(job.seed()));
            return Mono.using(
                    Disposables::composite,
                    running -> {
                        Flux<List<ChoiceEvent>> events = events(exchange, job, running);
                        return job.output().stream()
                                ? stream(exchange.getResponse(), job, format, events)
                                : whole(exchange.getResponse(), job, format, events);
                    },
                    Disposable::dispose);
        });
    }

    /** Tells in the log which answer is whose request, so that what a caller saw in its own log can be found in ours. */
    private static Job named(ServerWebExchange exchange, Job job) {
        String requestId = RequestIds.of(exchange.getResponse());
        requests.atInfo()
                .addKeyValue("request_id", job.id())
                .addKeyValue("http_request_id", requestId)
                .addKeyValue("target", job.served().id())
                .log("{} begins for x-request-id {}", job.id(), requestId);
        return job;
    }

    private Mono<Void> whole(
            ServerHttpResponse response, Job job, AnswerFormat format, Flux<List<ChoiceEvent>> events) {
        AnswerCollector collector = new AnswerCollector(format, job);
        return events.doOnNext(collector::add)
                .then(Mono.fromCallable(() -> json.write(collector.answer())))
                .flatMap(bytes -> {
                    response.getHeaders().setContentType(MediaType.APPLICATION_JSON);
                    response.getHeaders().setContentLength(bytes.length);
                    return response.writeWith(Mono.just(response.bufferFactory().wrap(bytes)));
                });
    }

    /**
     * One buffer for each batch, which Reactor Netty flushes as soon as no other waits. The status is sent with the first, so that a
     * refusal can still have its own. Not in groups with a flush behind each ({@code writeAndFlushWith}): these are put together by
     * {@code Flux.concat}, which loses a request that another thread makes while it goes from a group to its flush, and the
     * answer hangs for ever (seen once in some thousand streams, reactor-core 3.8.8).
     */
    private Mono<Void> stream(
            ServerHttpResponse response, Job job, AnswerFormat format, Flux<List<ChoiceEvent>> events) {
        HttpHeaders headers = response.getHeaders();
        headers.setContentType(MediaType.TEXT_EVENT_STREAM);
        headers.setCacheControl("no-cache");
        headers.set("x-accel-buffering", "no");
        AnswerStream answer = new AnswerStream(format, json, job);
        return response.writeWith(events.map(answer::encode)
                .takeUntil(bytes -> answer.isOver())
                .filter(bytes -> bytes.length > 0)
                .map(bytes -> response.bufferFactory().wrap(bytes)));
    }

    private Flux<List<ChoiceEvent>> events(ServerWebExchange exchange, Job job, Disposable.Composite running) {
        Scheduler consumers = Schedulers.parallel();
        // an answer that is told as a whole is gathered whatever its client does
        int most = job.output().stream() ? undelivered : Integer.MAX_VALUE;
        return GenerationEvents.of(
                        engines.forRequestOf(job.caller(), callerRequest(exchange)),
                        job.choices(),
                        ping,
                        consumers,
                        new GenerationEvents.Backlog(most, () -> cut(exchange.getResponse())),
                        running)
                .publishOn(consumers, 1);
    }

    private static CallerRequest callerRequest(ServerWebExchange exchange) {
        return new CallerRequest(
                RequestIds.of(exchange.getResponse()),
                exchange.getRequest().getHeaders().getFirst(TRACEPARENT));
    }

    /** An error would wait behind all that the client does not read; without its connection the answer is cancelled. */
    private void cut(ServerHttpResponse response) {
        HttpServerResponse below = ServerHttpResponseDecorator.getNativeResponse(response);
        below.withConnection(connection -> connections.cut(connection.channel(), OpenConnections.Reason.UNDELIVERED));
    }
}
