package io.tokenrouter.app.lifecycle;

import io.tokenrouter.app.serving.ServingStatus.Phase;
import io.tokenrouter.engine.runtime.RoutingEngine;
import java.time.Duration;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.context.SmartLifecycle;
import org.springframework.stereotype.Component;

/**
 * First to stop and last to start: while it stops, the web server still answers, refuses new requests, and the generations
 * that run get time to end. Those that do not are cancelled, which their callers are told.
 */
@Component
class Drain implements SmartLifecycle {

    /** How long those may take that were cancelled: the step that runs. */
    private static final Duration LAST_STEPS = Duration.ofSeconds(5);

    private static final Logger log = LoggerFactory.getLogger(Drain.class);
    private static final Duration POLL = Duration.ofMillis(20);

    private final ServerPhase phase;
    private final RoutingEngine engine;
    private final Duration limit;
    private volatile boolean running;

    Drain(ServerPhase phase, RoutingEngine engine, DrainProperties properties) {
        this.phase = phase;
        this.engine = engine;
        this.limit = properties.limit();
    }

    @Override
    public void start() {
        running = true;
        phase.become(Phase.READY);
    }

    @Override
    public void stop() {
        phase.become(Phase.DRAINING);
        int waiting = runningRequests();
        if (waiting > 0) {
            log.info("Waiting for {} running generations, at most {} s", waiting, limit.toSeconds());
        }
        if (!awaitNone(limit)) {
            log.warn("{} generations did not end in time and are cut off", runningRequests());
            // their callers are told, while there still is a web server
            engine.cancelAll();
            awaitNone(LAST_STEPS);
        }
        running = false;
    }

    @Override
    public boolean isRunning() {
        return running;
    }

    @Override
    public int getPhase() {
        return Integer.MAX_VALUE;
    }

    private boolean awaitNone(Duration patience) {
        long deadline = System.nanoTime() + patience.toNanos();
        try {
            while (runningRequests() > 0 && System.nanoTime() < deadline) {
                Thread.sleep(POLL);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        return runningRequests() == 0;
    }

    private int runningRequests() {
        return engine.snapshot().requests().size();
    }
}
