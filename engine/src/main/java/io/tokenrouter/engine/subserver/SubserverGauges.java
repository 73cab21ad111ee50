package io.tokenrouter.engine.subserver;

import io.tokenrouter.engine.executor.StepGraphs;
import io.tokenrouter.engine.kvcache.BlockAllocator;
import io.tokenrouter.engine.metrics.EngineSnapshot;
import java.util.Optional;

/** What a subserver shows of its present state: written by its thread between steps, read by any. */
final class SubserverGauges {

    private final BlockAllocator allocator;
    private volatile int waiting;
    private volatile int running;
    private volatile int resident;
    private volatile int awayBlocks;
    private volatile int freeBlocks;
    private volatile int cachedBlocks;

    SubserverGauges(BlockAllocator allocator) {
        this.allocator = allocator;
        blocks();
    }

    void show(int waitingRows, int runningRows, int residentSeats, int keptBlocks) {
        waiting = waitingRows;
        running = runningRows;
        resident = residentSeats;
        awayBlocks = keptBlocks;
        blocks();
    }

    void blocks() {
        freeBlocks = allocator.free();
        cachedBlocks = allocator.cached();
    }

    EngineSnapshot.Model snapshot(String id, ModelCounters counters, Optional<StepGraphs> graphs) {
        return new EngineSnapshot.Model(
                id,
                waiting,
                running,
                resident,
                counters.steps.sum(),
                counters.rows.sum(),
                counters.extendTokens.sum(),
                counters.prefillTokens.sum(),
                counters.catchUpTokens.sum(),
                counters.writtenTokens(),
                counters.discardedTokens(),
                counters.sideBranchTokens(),
                counters.fusedRows(),
                counters.kept(awayBlocks),
                counters.spare(),
                graphs.map(steps -> new EngineSnapshot.Graphs(steps.replayed(), steps.captured(), steps.plain()))
                        .orElse(EngineSnapshot.Graphs.NONE),
                counters.busyNanos.sum(),
                counters.heldNanos.sum(),
                freeBlocks,
                cachedBlocks,
                allocator.total(),
                counters.prefixHits.sum(),
                EngineSnapshot.Batching.untuned(counters.stepsBySize()));
    }
}
