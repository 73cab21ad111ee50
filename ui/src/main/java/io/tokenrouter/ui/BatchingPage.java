package io.tokenrouter.ui;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The page of batching as it comes: what can be chosen. Its figures follow as events.
 *
 * @param pairs ids of those that are served
 * @param pair the one that is shown; null where none is served
 */
record BatchingPage(List<String> pairs, @Nullable PairBatching pair) {

    private static final int MOST_ROWS = 4096;

    private static final Rule GREEDY = new Rule("greedy", "Greedy", "A step starts as soon as anything waits for it.");
    private static final Rule MINIMUM_BATCH =
            new Rule("minimum-batch", "Minimum batch", "A step starts with so many requests, or after a longest wait.");
    private static final Rule INDEX_HOLD = new Rule(
            "index-hold",
            "Hold",
            "A free model waits for the other’s step to end where that saves more waiting than it costs.");
    private static final Rule SHARED_THRESHOLD = new Rule(
            "shared-threshold",
            "Threshold",
            "The large model runs when so many requests wait for it, or when nobody is left at the small one.");

    /** A rule that can be pinned. */
    record Rule(String policy, String label, String help) {}

    /**
     * The page of one pair.
     *
     * @param id null for the first
     * @return empty if no pair of this id is served
     */
    static Optional<BatchingPage> of(ConsoleBatching batching, @Nullable String id) {
        List<PairBatching> served = batching.pairs();
        List<String> ids = served.stream().map(PairBatching::pair).toList();
        if (id == null) {
            return Optional.of(new BatchingPage(ids, served.isEmpty() ? null : served.getFirst()));
        }
        return served.stream()
                .filter(pair -> pair.pair().equals(id))
                .findFirst()
                .map(pair -> new BatchingPage(ids, pair));
    }

    /** Rules that the pair's device allows. */
    public List<Rule> rules() {
        List<Rule> rules = new ArrayList<>(List.of(GREEDY, MINIMUM_BATCH));
        rules.add(pair != null && pair.takesTurns() ? SHARED_THRESHOLD : INDEX_HOLD);
        return rules;
    }

    /** Most rows that a rule may ask for. */
    public int mostRows() {
        return MOST_ROWS;
    }
}
