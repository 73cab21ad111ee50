package io.tokenrouter.ui;

import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The page of generations.
 *
 * @param filter that was asked for
 * @param found what fits
 * @param targets pairs and models that can be looked for
 * @param roles of models that answer alone
 */
record RequestsPage(
        ConsoleRequests.Filter filter,
        ConsoleRequests.Found found,
        List<String> targets,
        ModelRoles roles,
        Instant now) {

    private static final int MOST_RUNNING = 50;

    private static final List<Outcome> OUTCOMES = List.of(
            new Outcome("All", null), new Outcome("Cut short", "length,cancelled"), new Outcome("Failed", "failed"));

    /** @param value as it is sent; null for all */
    record Outcome(String label, @Nullable String value) {}

    public List<RequestRow> running() {
        return rows(found.running()).stream().limit(MOST_RUNNING).toList();
    }

    public int runningCount() {
        return found.running().size();
    }

    /** How many run that the table does not show. */
    public int runningMore() {
        return Math.max(0, found.running().size() - MOST_RUNNING);
    }

    public long queuedCount() {
        return found.running().stream()
                .filter(request -> request.state().equals("queued"))
                .count();
    }

    public List<RequestRow> ended() {
        return rows(found.ended());
    }

    public List<Outcome> outcomes() {
        return OUTCOMES;
    }

    public boolean isOutcome(Outcome outcome) {
        String asked = filter.outcome();
        return outcome.value() == null ? isBlank(asked) : outcome.value().equals(asked);
    }

    /** Whether anything narrows them down. */
    public boolean isFiltered() {
        return !isBlank(filter.text())
                || !isBlank(filter.model())
                || !isBlank(filter.key())
                || !isBlank(filter.outcome())
                || !isBlank(filter.before());
    }

    /** Pages of older ones do not move. */
    public boolean isNewest() {
        return isBlank(filter.before());
    }

    public String kept() {
        String memory = "The last " + Figures.count(found.inMemory()) + " are kept in memory";
        return memory + ", all of them for " + Figures.count(found.keptDays()) + " days in Postgres, without text";
    }

    private List<RequestRow> rows(List<RequestView> requests) {
        return requests.stream()
                .map(request -> new RequestRow(request, roles, now))
                .toList();
    }

    private static boolean isBlank(@Nullable String text) {
        return text == null || text.isBlank();
    }
}
