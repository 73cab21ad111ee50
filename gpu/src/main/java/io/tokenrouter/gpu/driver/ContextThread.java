package io.tokenrouter.gpu.driver;

import io.tokenrouter.engine.executor.LostDeviceException;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The one thread that may use a context. Others hand it work and wait; several steps run at the same time, because it never waits for the
 * device but asks whose work is done. Whoever waits is answered, also when a task fails in an unforeseen way or the thread itself ends.
 *
 * <p>Safe from any thread.
 */
final class ContextThread {

    /** A step often ends soon after the last event, and waking up takes longer than this. */
    private static final long SPIN_NANOS = 50_000;

    /** Later ends may be seen so much later; a thread that only asks would keep a core busy for all of a long step. */
    private static final long PAUSE_NANOS = 10_000;

    private final BlockingQueue<Task> work;
    private final Runnable atEnd;
    private final List<Running> running = new ArrayList<>();
    private final Thread thread;
    private volatile @Nullable LostDeviceException lost;
    private long lastEvent;

    /** No task is added after one of these is set, under the lock. */
    private volatile boolean closing;

    private boolean ended;

    /** Work for the thread; {@code result} fails with what it throws. */
    record Task(Runnable body, CompletableFuture<?> result) {}

    /** Work of the device whose end somebody waits for; {@code failure} is what giving it has thrown, after part of it was given. */
    private record Running(
            BooleanSupplier isDone,
            CompletableFuture<Void> end,
            @Nullable Throwable failure) {}

    /**
     * @param work where tasks are kept, without a bound
     * @param atEnd what the thread does last when it is closed; not after it failed, as others may still use what the context has
     */
    ContextThread(String name, BlockingQueue<Task> work, Runnable atEnd) {
        this.work = work;
        this.atEnd = atEnd;
        thread = Thread.ofPlatform().name(name).daemon().unstarted(this::serve);
        thread.start();
    }

    /** See {@link CudaContext#call}. */
    <T> T call(Supplier<T> task) {
        if (Thread.currentThread() == thread) {
            return task.get();
        }
        CompletableFuture<T> result = new CompletableFuture<>();
        submit(() -> result.complete(task.get()), result);
        return join(result);
    }

    /**
     * Runs {@code task}, which gives work to the device, and waits until that work is done, also where the task throws after a part of it:
     * whoever gets the exception may free what the work uses.
     *
     * @param mark notes the end of what was given
     * @param isDone whether the device has come to that
     */
    void step(Runnable task, Runnable mark, BooleanSupplier isDone) {
        if (Thread.currentThread() == thread) {
            throw new IllegalStateException("the thread that owns the context cannot wait for the device");
        }
        CompletableFuture<Void> end = new CompletableFuture<>();
        submit(
                () -> {
                    Throwable failure = null;
                    try {
                        task.run();
                    } catch (LostDeviceException e) {
                        throw e;
                    } catch (Throwable e) {
                        failure = e;
                    }
                    try {
                        mark.run();
                        running.add(new Running(isDone, end, failure));
                    } catch (LostDeviceException e) {
                        throw e;
                    } catch (Throwable e) {
                        end.completeExceptionally(first(failure, e));
                    }
                },
                end);
        join(end);
    }

    @Nullable
    LostDeviceException lost() {
        return lost;
    }

    /** Waits until all that was handed over is done, and for the thread's end. Not for the thread itself. */
    void close() {
        synchronized (this) {
            if (!closing && !ended) {
                closing = true;
                work.add(new Task(() -> {}, new CompletableFuture<>()));
            }
        }
        try {
            thread.join();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private synchronized void submit(Runnable body, CompletableFuture<?> result) {
        if (closing) {
            throw new IllegalStateException("the device is closed");
        }
        if (ended) {
            throw lostAgain();
        }
        work.add(new Task(body, result));
    }

    private static <T> T join(CompletableFuture<T> result) {
        try {
            return result.join();
        } catch (CompletionException e) {
            switch (e.getCause()) {
                case RuntimeException cause -> throw cause;
                case Error cause -> throw cause;
                case null, default -> throw e;
            }
        }
    }

    private void serve() {
        try {
            while (!closing || !running.isEmpty() || !work.isEmpty()) {
                Task next = next();
                if (next != null) {
                    run(next);
                    lastEvent = System.nanoTime();
                }
                completeWhatIsDone();
            }
            atEnd.run();
        } catch (Throwable e) {
            lost = new LostDeviceException("the thread of the device has ended: " + e);
            throw e;
        } finally {
            answerAll();
        }
    }

    /** Waits for work only as long as nothing else can happen, and shortly where steps run. */
    private @Nullable Task next() {
        try {
            if (running.isEmpty()) {
                return work.take();
            }
            if (System.nanoTime() - lastEvent > SPIN_NANOS) {
                return work.poll(PAUSE_NANOS, TimeUnit.NANOSECONDS);
            }
        } catch (InterruptedException e) {
            // nobody else knows this thread; what is still to be done is
            return null;
        }
        Task next = work.poll();
        if (next == null) {
            Thread.onSpinWait();
        }
        return next;
    }

    private void run(Task task) {
        if (lost != null) {
            task.result().completeExceptionally(lostAgain());
            return;
        }
        try {
            task.body().run();
        } catch (LostDeviceException e) {
            lose(e);
            task.result().completeExceptionally(e);
        } catch (Throwable e) {
            task.result().completeExceptionally(e);
        }
    }

    private void completeWhatIsDone() {
        for (Iterator<Running> each = running.iterator(); each.hasNext(); ) {
            Running step = each.next();
            Throwable failure = step.failure();
            try {
                if (!step.isDone().getAsBoolean()) {
                    continue;
                }
            } catch (LostDeviceException e) {
                lose(e);
                return;
            } catch (Throwable e) {
                failure = first(failure, e);
            }
            each.remove();
            lastEvent = System.nanoTime();
            if (failure == null) {
                step.end().complete(null);
            } else {
                step.end().completeExceptionally(failure);
            }
        }
    }

    private void lose(LostDeviceException reason) {
        lost = reason;
        running.forEach(step -> step.end().completeExceptionally(lostAgain()));
        running.clear();
    }

    /** Nobody comes after this, and nobody who came before waits for ever. */
    private void answerAll() {
        synchronized (this) {
            ended = true;
        }
        running.forEach(step -> step.end().completeExceptionally(lostAgain()));
        work.forEach(task -> task.result().completeExceptionally(lostAgain()));
    }

    /** A new one for each who asks: its stack is theirs. */
    private LostDeviceException lostAgain() {
        LostDeviceException reason = lost;
        return new LostDeviceException(reason == null ? "the thread of the device has ended" : reason.getMessage());
    }

    private static Throwable first(@Nullable Throwable failure, Throwable later) {
        if (failure == null) {
            return later;
        }
        if (failure != later) {
            failure.addSuppressed(later);
        }
        return failure;
    }
}
