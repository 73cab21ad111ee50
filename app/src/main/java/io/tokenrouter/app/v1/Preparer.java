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
 * The threads on which requests are parsed, rendered and tokenized, for all that blocks or burns. Few, with a bounded queue:
 * what does not fit is refused at once.
 */
@Component
class Preparer implements DisposableBean {

    private final ThreadPoolExecutor threads;
    private final Scheduler scheduler;

    Preparer(ApiProperties properties) {
        int count = properties.preparingThreads();
        this.threads = new ThreadPoolExecutor(
                count,
                count,
                0,
                TimeUnit.SECONDS,
                new ArrayBlockingQueue<>(properties.preparingQueue()),
                Thread.ofPlatform().daemon().name("prepare-", 0).factory());
        this.scheduler = Schedulers.fromExecutorService(threads, "prepare");
    }

    /** Fails with {@link java.util.concurrent.RejectedExecutionException} when too many wait already. */
    <T> Mono<T> prepare(Callable<T> work) {
        return Mono.fromCallable(work).subscribeOn(scheduler);
    }

    @Override
    public void destroy() {
        scheduler.dispose();
        threads.shutdownNow();
    }
}
