package io.tokenrouter.ui;

import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What the whole server does at one moment. Implemented by the application; answers from memory, never blocks, safe from any thread.
 */
public interface ConsoleOverview {

    Moment now();

    /**
     * Counters only grow; rates are for the reader to derive from two moments. Every generation is in exactly one place.
     *
     * @param revision rises with every change of a pair's or a model's state
     * @param atMillis when these are from, of a clock without a date
     * @param newestSample where the newest sample of the throughput begins; null before the first
     * @param databaseDownSince since when the database does not answer; null while it does
     * @param models that are loaded
     * @param pairs every one that is registered
     * @param requests generations in the engine
     * @param unplaced of these, those that wait for a place
     * @param oldestUnplacedMillis how long the oldest of them has waited; null where there is none
     */
    record Moment(
            long revision,
            long atMillis,
            @Nullable Instant newestSample,
            @Nullable Instant databaseDownSince,
            List<ModelNow> models,
            List<PairNow> pairs,
            int requests,
            int unplaced,
            @Nullable Double oldestUnplacedMillis) {

        public Moment {
            models = List.copyOf(models);
            pairs = List.copyOf(pairs);
        }
    }

    /**
     * One model.
     *
     * @param model id
     * @param writtenTokens since it was loaded
     * @param steps since it was loaded
     * @param busySeconds in these steps
     * @param inStep generations in the step that runs
     * @param waiting generations that wait here for a step
     * @param oldestWaitMillis how long the oldest of them has waited since its last step; null where there is none
     * @param usedBlocks of its KV cache, those kept for later left out
     */
    record ModelNow(
            String model,
            long writtenTokens,
            long steps,
            double busySeconds,
            int inStep,
            int waiting,
            @Nullable Double oldestWaitMillis,
            int usedBlocks,
            int totalBlocks) {}

    /**
     * One pair.
     *
     * @param pair id
     * @param running its generations that have a place
     * @param waiting its generations that wait for one
     * @param smallTokens that its small model wrote for it since the start
     * @param largeTokens likewise
     * @param newest who wrote its newest tokens, oldest first: {@code s} for the small model, {@code l} for the large one
     */
    record PairNow(String pair, int running, int waiting, long smallTokens, long largeTokens, String newest) {}
}
