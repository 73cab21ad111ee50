package io.tokenrouter.bench.soak;

import io.tokenrouter.bench.report.Table;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** What became of the requests, by kind. Safe from any thread. */
final class Tally {

    private static final int MOST_EXAMPLES = 20;

    private final Map<String, Counts> kinds = new TreeMap<>();
    private final List<String> examples = new ArrayList<>();

    private static final class Counts {
        long all;
        long busy;
        long unexpected;
    }

    /** It went as it should, which for a bad request is a refusal. */
    synchronized void asExpected(String kind) {
        counts(kind).all++;
    }

    /** The server had no room and said so, as it may. */
    synchronized void busy(String kind) {
        Counts counts = counts(kind);
        counts.all++;
        counts.busy++;
    }

    /** @param what for whoever has to find out */
    synchronized void unexpected(String kind, String what) {
        Counts counts = counts(kind);
        counts.all++;
        counts.unexpected++;
        if (examples.size() < MOST_EXAMPLES) {
            examples.add(kind + ": " + what);
        }
    }

    private Counts counts(String kind) {
        return kinds.computeIfAbsent(kind, name -> new Counts());
    }

    synchronized long requests() {
        return kinds.values().stream().mapToLong(counts -> counts.all).sum();
    }

    synchronized long unexpected() {
        return kinds.values().stream().mapToLong(counts -> counts.unexpected).sum();
    }

    /** Some of what was not expected, in words. */
    synchronized List<String> examples() {
        return List.copyOf(examples);
    }

    synchronized Table table() {
        Table table = new Table("kind", "requests", "as_expected", "server_busy", "unexpected");
        kinds.forEach((kind, counts) -> table.add(
                kind, counts.all, counts.all - counts.busy - counts.unexpected, counts.busy, counts.unexpected));
        return table;
    }
}
