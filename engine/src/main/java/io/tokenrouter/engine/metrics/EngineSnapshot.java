package io.tokenrouter.engine.metrics;

import java.util.List;

/**
 * The state of the engine at one moment. Counters only grow; rates are for the reader to derive from two snapshots.
 *
 * @param atNanos {@link System#nanoTime()} when it was taken
 * @param models one entry per loaded model
 * @param requests one entry per generation that is queued or running
 */
public record EngineSnapshot(long atNanos, List<Model> models, List<Request> requests) {

    /**
     * One model's subserver.
     *
     * @param id model id
     * @param waiting rows that wait for a step
     * @param running rows in the step that runs now
     * @param resident generations that hold KV blocks here
     * @param steps steps run
     * @param rows rows of all steps; divided by steps it is the mean batch
     * @param extendTokens ids extended: prefill, catch-up and decode
     * @param prefillTokens of these, prompt ids
     * @param catchUpTokens of these, ids another model had written
     * @param writtenTokens committed ids that this model wrote
     * @param discardedTokens proposals of this model that were not taken
     * @param sideBranchTokens of the ids extended, those that were no part of an answer: read to be asked about it
     * @param fusedRows rows that the model ran for tokens drawn from the rows of several models
     * @param kept what caches of generations that were at other models saved and cost
     * @param spare what it did while nobody waited for it; no part of its steps, rows and times
     * @param graphs what became of its steps where its device keeps recorded ones
     * @param busyNanos time spent inside steps
     * @param heldNanos time that ready rows were held back for a larger batch
     * @param freeBlocks KV blocks that nobody uses
     * @param cachedBlocks KV blocks kept for a shared prefix and free to take
     * @param totalBlocks KV blocks of the pool
     * @param prefixHits prompt ids found in the shared-prefix cache
     * @param batching how its batches are formed
     */
    public record Model(
            String id,
            int waiting,
            int running,
            int resident,
            long steps,
            long rows,
            long extendTokens,
            long prefillTokens,
            long catchUpTokens,
            long writtenTokens,
            long discardedTokens,
            long sideBranchTokens,
            long fusedRows,
            Kept kept,
            Spare spare,
            Graphs graphs,
            long busyNanos,
            long heldNanos,
            int freeBlocks,
            int cachedBlocks,
            int totalBlocks,
            long prefixHits,
            Batching batching) {

        public Model withBatching(Batching other) {
            return new Model(
                    id,
                    waiting,
                    running,
                    resident,
                    steps,
                    rows,
                    extendTokens,
                    prefillTokens,
                    catchUpTokens,
                    writtenTokens,
                    discardedTokens,
                    sideBranchTokens,
                    fusedRows,
                    kept,
                    spare,
                    graphs,
                    busyNanos,
                    heldNanos,
                    freeBlocks,
                    cachedBlocks,
                    totalBlocks,
                    prefixHits,
                    other);
        }
    }

    /**
     * What a model keeps of generations that are at other models, for when they come back.
     *
     * @param returns visits of generations that had been here before
     * @param savedTokens ids that were resident at these and needed no computation, those of shared prefixes left out
     * @param recomputedTokens ids run for a generation that had been run for it before, and whose keys and values had been given up
     * @param blocks KV blocks held now by generations that are elsewhere; a block that is shared counts for each
     * @param blockNanos such blocks times how long they were held, of stays that are over
     */
    public record Kept(long returns, long savedTokens, long recomputedTokens, int blocks, long blockNanos) {

        /** Of a model that nobody came back to. */
        public static final Kept NONE = new Kept(0, 0, 0, 0, 0);
    }

    /**
     * What a model did in idle time for generations that were at another one.
     *
     * @param warmTokens ids that it read before it was asked
     * @param aheadTokens ids that it ran as if the answer had them
     * @param keptTokens of these, those that the answer got
     * @param droppedTokens those that it did not; the rest is not decided yet
     */
    public record Spare(long warmTokens, long aheadTokens, long keptTokens, long droppedTokens) {

        /** Of a model that did nothing. */
        public static final Spare NONE = new Spare(0, 0, 0, 0);
    }

    /**
     * What became of a model's steps where its device keeps recorded steps.
     *
     * @param replayed steps that were a replay
     * @param captured steps that were recorded first
     * @param plain steps that no recording fits
     */
    public record Graphs(long replayed, long captured, long plain) {

        /** Of a device that records nothing. */
        public static final Graphs NONE = new Graphs(0, 0, 0);
    }

    /**
     * How a model's batches are formed.
     *
     * @param stepsBySize steps run by their rows: 1, 2, 3 and 4, 5 to 8, and so on, as far as there were any
     * @param pinned whether an operator has set the settings
     * @param predictedTokensPerSecond committed tokens of all models that are batched together, as expected under the present load;
     *     NaN where nobody predicts it
     * @param measuredTokensPerSecond the same as it was in the last seconds with any load; NaN where nobody measures it
     */
    public record Batching(
            List<Long> stepsBySize, boolean pinned, double predictedTokensPerSecond, double measuredTokensPerSecond) {

        /** Of a model that has not run yet. */
        public static final Batching NONE = untuned(List.of());

        public Batching {
            stepsBySize = List.copyOf(stepsBySize);
        }

        /** Of a model whose batching nobody measures. */
        public static Batching untuned(List<Long> stepsBySize) {
            return new Batching(stepsBySize, false, Double.NaN, Double.NaN);
        }
    }

    /**
     * One generation.
     *
     * @param target pair or model id
     * @param at id of the model it is at; empty before its first hop
     * @param inStep whether that model runs a step for it now; if not, it waits there
     * @param ageNanos since submission
     */
    public record Request(
            String id,
            String target,
            String at,
            boolean inStep,
            int promptTokens,
            int completionTokens,
            int switches,
            long ageNanos) {}
}
