package io.tokenrouter.app.lifecycle;

import io.tokenrouter.app.serving.ServingStatus.Phase;
import io.tokenrouter.engine.api.GenerationEngine;
import java.time.Duration;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.beans.factory.annotation.Qualifier;
import org.springframework.context.SmartLifecycle;
import org.springframework.stereotype.Component;

/**
 * First to stop and last to start: while it stops, the web server still answers, refuses new requests, and the generations
 * that run get time to end.
 */
@Component
class Drain implements SmartLifecycle {

    /** How long running generations may take to end. */
    static final Duration LIMIT = Duration.ofSeconds(20);

    private static final Logger log = LoggerFactory.getLogger(Drain.class);
    private static final Duration POLL = Duration.ofMillis(20);

    private final ServerPhase phase;
    private final GenerationEngine engine;
    private volatile boolean running;

    Drain(ServerPhase phase, @Qualifier("routingEngine") GenerationEngine engine) {
        this.phase = phase;
        this.engine = engine;
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
            log.info("Waiting for {} running generations, at most {} s", waiting, LIMIT.toSeconds());
        }
        long deadline = System.nanoTime() + LIMIT.toNanos();
        try {
            while (runningRequests() > 0 && System.nanoTime() < deadline) {
                Thread.sleep(POLL);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        if (runningRequests() > 0) {
            log.warn("{} generations did not end in time and are cut off", runningRequests());
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

    private int runningRequests() {
        return engine.snapshot().requests().size();
    }
}
