package io.tokenrouter.app.v1;

import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.Callable;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import org.springframework.beans.factory.DisposableBean;
import org.springframework.stereotype.Component;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Scheduler;
import reactor.core.scheduler.Schedulers;

/**
 * The threads on which requests are parsed, rendered and tokenized, for all that blocks or burns. Few, with bounded queues: what
 * does not fit is refused at once. Large requests have a lane of their own, so that a few of them hold up no small one.
 */
@Component
class Preparer implements DisposableBean {

    private final long smallBytes;
    private final Lane small;
    private final Lane large;

    Preparer(ApiProperties properties) {
        this.smallBytes = properties.smallBody().toBytes();
        this.small = new Lane("prepare", properties.preparingThreads(), properties.preparingQueue());
        this.large = new Lane("prepare-large", properties.preparingLargeThreads(), properties.preparingLargeQueue());
    }

    /**
     * Fails with {@link java.util.concurrent.RejectedExecutionException} when too many wait already.
     *
     * @param bytes size of the request, which says how much work it may be
     */
    <T> Mono<T> prepare(int bytes, Callable<T> work) {
        return Mono.fromCallable(work).subscribeOn((bytes <= smallBytes ? small : large).scheduler);
    }

    @Override
    public void destroy() {
        small.close();
        large.close();
    }

    private static final class Lane {

        private final ThreadPoolExecutor threads;
        private final Scheduler scheduler;

        Lane(String name, int count, int queue) {
            threads = new ThreadPoolExecutor(
                    count,
                    count,
                    0,
                    TimeUnit.SECONDS,
                    new ArrayBlockingQueue<>(queue),
                    Thread.ofPlatform().daemon().name(name + "-", 0).factory());
            scheduler = Schedulers.fromExecutorService(threads, name);
        }

        void close() {
            scheduler.dispose();
            threads.shutdownNow();
        }
    }
}
