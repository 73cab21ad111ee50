package io.tokenrouter.bench.batching;

import io.tokenrouter.engine.api.GenerationHandle;
import io.tokenrouter.engine.api.TokenEvent;
import io.tokenrouter.engine.runtime.RoutingEngine;
import java.util.List;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.LongAdder;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * Clients that each send their next request when they have their answer, so that as many are active all the time. Requests are
 * sent from a thread of its own: the threads of the engine only count.
 */
final class ClosedLoop implements AutoCloseable {

    private static final long LOOK_NANOS = 5_000_000;

    private final RoutingEngine engine;
    private final String largeId;
    private final BlockingQueue<Client> free;
    private final Map<Client, GenerationHandle> running = new ConcurrentHashMap<>();
    private final AtomicInteger open = new AtomicInteger();
    private final LongAdder written = new LongAdder();
    private final LongAdder writtenByLarge = new LongAdder();
    private final Thread sender;
    private volatile @Nullable Throwable failure;
    private volatile boolean closing;

    /** What was written in a window of time. */
    record Rate(double tokensPerSecond, double largeShare) {}

    /**
     * Begins at once.
     *
     * @param largeId model whose tokens are counted apart
     */
    ClosedLoop(RoutingEngine engine, String largeId, List<? extends Client> clients) {
        this.engine = engine;
        this.largeId = largeId;
        this.free = new LinkedBlockingQueue<>(clients);
        this.sender = Thread.ofPlatform().name("clients").daemon().start(this::send);
    }

    /** Counts what is written from now on for some time. */
    Rate measure(double seconds) throws InterruptedException {
        long start = System.nanoTime();
        long before = written.sum();
        long largeBefore = writtenByLarge.sum();
        pass(seconds);
        double tokens = written.sum() - before;
        double time = (System.nanoTime() - start) / 1e9;
        return new Rate(tokens / time, (writtenByLarge.sum() - largeBefore) / tokens);
    }

    /** Lets time pass that is not measured. */
    void pass(double seconds) throws InterruptedException {
        Thread.sleep(Math.round(seconds * 1000));
        if (failure != null) {
            throw new IllegalStateException("a request failed", failure);
        }
    }

    /** Ends all requests; returns when none is left. */
    @Override
    public void close() {
        closing = true;
        sender.interrupt();
        while (sender.isAlive() || open.get() > 0) {
            running.values().forEach(GenerationHandle::cancel);
            LockSupport.parkNanos(LOOK_NANOS);
        }
    }

    private void send() {
        try {
            while (!closing) {
                Client client = free.take();
                open.incrementAndGet();
                running.put(client, engine.submit(client.next(), event -> heard(client, event)));
            }
        } catch (InterruptedException e) {
            // closing
        } catch (RuntimeException e) {
            open.decrementAndGet();
            failure = e;
        }
    }

    private void heard(Client client, TokenEvent event) {
        switch (event) {
            case TokenEvent.Token token -> {
                client.wrote(token.id());
                written.increment();
                if (largeId.equals(token.writer())) {
                    writtenByLarge.increment();
                }
            }
            case TokenEvent.Finished ignored -> {
                open.decrementAndGet();
                free.add(client);
            }
            case TokenEvent.Failed failed -> {
                open.decrementAndGet();
                failure = failed.error();
            }
        }
    }
}
