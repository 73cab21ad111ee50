package io.tokenrouter.app.tracing;

import io.opentelemetry.sdk.trace.export.SpanExporter;
import io.tokenrouter.app.background.RepeatedWork;
import io.tokenrouter.app.persistence.GenerationObserver.Begun;
import io.tokenrouter.app.persistence.GenerationRecord;
import io.tokenrouter.app.requests.Route;
import io.tokenrouter.app.requests.RouteSink;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAdder;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Sends the spans of generations that ended to a collector, on a thread of its own. Whoever tells of an end never waits: what a slow
 * collector leaves no room for is lost and counted, and so is what it refuses.
 */
final class TraceExport extends RepeatedWork implements RouteSink {

    private static final Logger log = LoggerFactory.getLogger(TraceExport.class);
    private static final Duration PAUSE = Duration.ofSeconds(1);
    private static final Duration PATIENCE = Duration.ofSeconds(5);
    private static final int BATCH = 64;

    private final SpanExporter exporter;
    private final BlockingQueue<EndedGeneration> waiting;
    private final GenerationSpans spans = new GenerationSpans();
    private final LongAdder lost = new LongAdder();
    private boolean isDown;

    /**
     * @param exporter closed with this
     * @param capacity generations that may wait
     */
    TraceExport(SpanExporter exporter, int capacity) {
        super("traces", PAUSE, PATIENCE);
        this.exporter = exporter;
        this.waiting = new ArrayBlockingQueue<>(capacity);
    }

    @Override
    public void ended(Begun begun, GenerationRecord record, Route route) {
        if (!waiting.offer(EndedGeneration.of(begun, record, route))) {
            lost.increment();
        }
    }

    /** Generations whose spans nobody got, since the start. */
    long lost() {
        return lost.sum();
    }

    /** Ends early where the collector does not answer: what waits has its turn a pause later. */
    @Override
    protected void work() {
        List<EndedGeneration> batch = new ArrayList<>(BATCH);
        boolean sent = true;
        while (sent && waiting.drainTo(batch, BATCH) > 0) {
            sent = send(batch);
            batch.clear();
        }
    }

    @Override
    protected void last() {
        work();
    }

    private boolean send(List<EndedGeneration> batch) {
        boolean sent = export(batch);
        if (!sent) {
            lost.add(batch.size());
        }
        if (sent == isDown) {
            isDown = !sent;
            if (isDown) {
                log.warn("The collector does not take traces; they are lost until it does");
            } else {
                log.info("The collector takes traces again");
            }
        }
        return sent;
    }

    private boolean export(List<EndedGeneration> batch) {
        try {
            return exporter.export(spans.of(batch))
                    .join(PATIENCE.toMillis(), TimeUnit.MILLISECONDS)
                    .isSuccess();
        } catch (RuntimeException failure) {
            log.warn("Traces could not be made", failure);
            return false;
        }
    }

    void close() {
        exporter.shutdown();
    }
}
