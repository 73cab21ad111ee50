package io.tokenrouter.engine.subserver;

import io.tokenrouter.engine.executor.ModelExecutor;
import io.tokenrouter.engine.kvcache.BlockAllocator;
import java.util.OptionalLong;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/** The {@link TrialStep} that somebody waits for, one at most. Asked for by any thread, run by the subserver's. */
final class Trials {

    private final ModelExecutor executor;
    private final BlockAllocator allocator;
    private final LongSupplier clock;
    private final AtomicReference<@Nullable TrialStep> wanted = new AtomicReference<>();
    private volatile boolean closed;

    Trials(ModelExecutor executor, BlockAllocator allocator, LongSupplier clock) {
        this.executor = executor;
        this.allocator = allocator;
        this.clock = clock;
    }

    /** Fails after {@link #close}. */
    CompletableFuture<OptionalLong> ask(int rows) {
        TrialStep step = new TrialStep(rows);
        skip(wanted.getAndSet(step));
        if (closed) {
            failWanted();
        }
        return step.nanos();
    }

    boolean isWanted() {
        return wanted.get() != null;
    }

    void run() {
        TrialStep step = wanted.getAndSet(null);
        if (step != null) {
            step.run(executor, allocator, clock);
        }
    }

    /** Nobody runs trials any more. */
    void close() {
        closed = true;
        failWanted();
    }

    private void failWanted() {
        TrialStep step = wanted.getAndSet(null);
        if (step != null) {
            step.fail(new ModelTakenAway());
        }
    }

    void skip() {
        skip(wanted.getAndSet(null));
    }

    private static void skip(@Nullable TrialStep step) {
        if (step != null) {
            step.skip();
        }
    }
}
