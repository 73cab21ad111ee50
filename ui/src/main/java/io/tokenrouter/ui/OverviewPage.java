package io.tokenrouter.ui;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The overview as it comes: pairs, models and what is wrong with them. Its figures follow as events and from the admin API.
 *
 * @param pairs every one that is registered
 * @param writers models that are loaded, by pair, the small one first
 * @param failures pairs and models that could not be loaded
 * @param databaseDownSince null while the database answers
 */
record OverviewPage(
        List<Pair> pairs,
        List<Writer> writers,
        List<Failure> failures,
        @Nullable Instant databaseDownSince) {

    /** How many failures are told with their reasons. */
    private static final int MOST_TOLD = 3;

    /**
     * A row of the table of pairs.
     *
     * @param works whether its models are loaded
     */
    record Pair(
            String id,
            StateLabel state,
            @Nullable String reason,
            String policy,
            String small,
            String large,
            boolean works) {}

    /** A model; {@code role} is {@code small}, {@code large}, or {@code alone} where it is in no pair. */
    record Writer(String id, String role) {}

    /** @param address of the page that says more */
    record Failure(String id, String address, String reason) {}

    static OverviewPage of(ConsoleCatalog catalog, ThroughputStatus status) {
        List<PairView> pairs = catalog.pairs();
        return new OverviewPage(
                pairs.stream().map(OverviewPage::row).toList(),
                writers(pairs, catalog.models()),
                failures(pairs, catalog.models()),
                status.databaseDownSince());
    }

    /** How many there are, and how many of them work. */
    public String sub() {
        if (pairs.isEmpty()) {
            return writers.isEmpty() ? "Nothing is registered yet" : count(writers.size(), "model") + ", no pair";
        }
        long serving = pairs.stream()
                .filter(pair -> pair.state.word().equals("Serving"))
                .count();
        return serving == pairs.size()
                ? count(serving, "pair") + ", serving"
                : count(pairs.size(), "pair") + ", " + serving + " of them serving";
    }

    /** Whose tokens are drawn one by one. */
    public List<Pair> writing() {
        return pairs.stream().filter(Pair::works).toList();
    }

    public String failureTitle() {
        return failures.size() == 1
                ? failures.getFirst().id() + " could not be loaded"
                : failures.size() + " could not be loaded";
    }

    public List<Failure> toldFailures() {
        return failures.subList(0, Math.min(MOST_TOLD, failures.size()));
    }

    private static Pair row(PairView pair) {
        return new Pair(
                pair.id(),
                StateLabel.of(pair.state()),
                pair.reason(),
                PolicyLabel.named(pair.policy()),
                pair.smallId(),
                pair.largeId(),
                pair.state() == ServingState.SERVING || pair.state() == ServingState.DRAINING);
    }

    /** A model in several pairs has the mark of the larger role. */
    private static List<Writer> writers(List<PairView> pairs, List<ModelView> models) {
        Set<String> large = pairs.stream().map(PairView::largeId).collect(Collectors.toSet());
        Set<String> small = pairs.stream().map(PairView::smallId).collect(Collectors.toSet());
        Set<String> loaded = models.stream()
                .filter(model -> model.state() == ServingState.SERVING || model.state() == ServingState.DRAINING)
                .map(ModelView::id)
                .collect(Collectors.toSet());
        return Stream.concat(
                        pairs.stream().flatMap(pair -> Stream.of(pair.smallId(), pair.largeId())),
                        models.stream().map(ModelView::id))
                .distinct()
                .filter(loaded::contains)
                .map(id -> new Writer(id, large.contains(id) ? "large" : small.contains(id) ? "small" : "alone"))
                .toList();
    }

    /** Where a model failed its pairs fail as well, for its reason: then the pairs are told. */
    private static List<Failure> failures(List<PairView> pairs, List<ModelView> models) {
        List<Failure> failures = new ArrayList<>();
        for (PairView pair : pairs) {
            if (pair.state() == ServingState.FAILED) {
                failures.add(new Failure(pair.id(), "/pairs/" + pair.id(), reason(pair.reason())));
            }
        }
        for (ModelView model : models) {
            boolean isTold = pairs.stream()
                    .filter(pair -> pair.state() == ServingState.FAILED)
                    .anyMatch(pair ->
                            pair.smallId().equals(model.id()) || pair.largeId().equals(model.id()));
            if (model.state() == ServingState.FAILED && !isTold) {
                failures.add(new Failure(model.id(), "/models", reason(model.reason())));
            }
        }
        return failures;
    }

    private static String reason(@Nullable String reason) {
        return Objects.requireNonNullElse(reason, "Its page says more.");
    }

    private static String count(long n, String what) {
        return Figures.count(n) + " " + what + (n == 1 ? "" : "s");
    }
}
