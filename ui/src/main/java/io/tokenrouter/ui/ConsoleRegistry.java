package io.tokenrouter.ui;

import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * What the console shows of models, pairs and policies beyond their lists. Implemented by the application; answers from memory,
 * never blocks, safe from any thread.
 */
public interface ConsoleRegistry {

    /** Models in the order in which they were registered. */
    List<ModelDetail> models();

    /** Empty if no pair of this id is registered. */
    Optional<PairDetail> pair(String id);

    /** Policies that operators registered, with who follows them. */
    List<PolicyDetail> policies();

    /** What policies can be made of, in the order in which a form offers them. */
    List<AlgorithmView> algorithms();

    /** What moves: taken once a second while somebody watches. */
    Motion motion();

    /**
     * What a page has to follow.
     *
     * @param revision rises with every change of a state
     * @param atMillis when these are from, of a clock without a date
     * @param running requests in the engine by pair and model
     * @param pairs every one that is registered
     */
    record Motion(
            long revision, long atMillis, Map<String, Integer> running, List<Written> pairs, List<Counters> models) {

        public Motion {
            running = Map.copyOf(running);
            pairs = List.copyOf(pairs);
            models = List.copyOf(models);
        }
    }

    /**
     * What one pair's answers were written by.
     *
     * @param id of the pair
     * @param small tokens that its small model wrote for it since the start
     * @param large likewise
     * @param newest who wrote its newest tokens, oldest first: {@code s} for the small model, {@code l} for the large one
     */
    record Written(String id, long small, long large, String newest) {}

    /**
     * Of one model.
     *
     * @param waiting rows that wait for a step
     * @param usedBlocks of its KV cache, those kept for later left out
     */
    record Counters(String id, int waiting, int usedBlocks, int totalBlocks) {}
}
