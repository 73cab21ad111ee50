package io.tokenrouter.engine.subserver;

import io.tokenrouter.engine.api.SamplingParams;
import io.tokenrouter.engine.executor.Batch;
import io.tokenrouter.engine.executor.BatchRow;
import io.tokenrouter.engine.executor.CandidateRequest;
import io.tokenrouter.engine.executor.ModelExecutor;
import io.tokenrouter.engine.kvcache.BlockAllocator;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import java.util.concurrent.CompletableFuture;
import java.util.function.LongSupplier;

/** A step for nobody, to learn how long it takes: rows of one id each, in blocks that nobody uses, whose answers are dropped. */
final class TrialStep {

    private static final int[] ID = {0};

    private final int rows;
    private final CompletableFuture<OptionalLong> nanos = new CompletableFuture<>();

    TrialStep(int rows) {
        this.rows = rows;
    }

    /** How long the step took; empty if there was something better to do. */
    CompletableFuture<OptionalLong> nanos() {
        return nanos;
    }

    void skip() {
        nanos.complete(OptionalLong.empty());
    }

    void fail(RuntimeException cause) {
        nanos.completeExceptionally(cause);
    }

    /** Runs the step where there are blocks for it. Whatever fails is told to who waits for the time. */
    void run(ModelExecutor executor, BlockAllocator allocator, LongSupplier clock) {
        if (allocator.available() < rows) {
            skip();
            return;
        }
        List<BatchRow> batch = new ArrayList<>();
        try {
            for (int row = 0; row < rows; row++) {
                CandidateRequest wanted = new CandidateRequest(SamplingParams.GREEDY, 1, ID, 1, 0, false);
                batch.add(new BatchRow(ID, 0, 1, 0, new int[] {allocator.allocate()}, wanted));
            }
            long began = clock.getAsLong();
            executor.execute(new Batch(batch));
            nanos.complete(OptionalLong.of(clock.getAsLong() - began));
        } catch (RuntimeException | Error failure) {
            nanos.completeExceptionally(failure);
        } finally {
            batch.forEach(row -> allocator.release(row.blocks()[0]));
        }
    }
}
