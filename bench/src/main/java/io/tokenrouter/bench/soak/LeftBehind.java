package io.tokenrouter.bench.soak;

import io.tokenrouter.bench.report.Table;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * What traffic has left in the server: its state before and after, both without requests.
 *
 * @param seconds between them
 * @param mostHeapGrowth in MiB, not yet a leak
 */
record LeftBehind(ServerState before, ServerState after, double seconds, double mostHeapGrowth) {

    /** What must not be, in words; empty if nothing leaked. */
    List<String> leaks() {
        List<String> leaks = new ArrayList<>();
        if (!after.isQuiet()) {
            leaks.add("generations or connections are left although no client is");
        }
        if (after.heldBlocks() > 0) {
            leaks.add("KV blocks are held by nobody");
        }
        if (after.busyConnectionsOfDatabase() > 0) {
            leaks.add("a connection of the database was not given back");
        }
        if (after.lostRecords() > before.lostRecords()) {
            leaks.add("records were lost");
        }
        after.threads().forEach((kind, count) -> {
            long then = before.threads().getOrDefault(kind, 0L);
            if (count > then) {
                leaks.add(count - then + " threads more of the kind '" + kind + "'");
            }
        });
        if (after.heapMib() - before.heapMib() > mostHeapGrowth) {
            leaks.add("the heap grew by more than " + mostHeapGrowth + " MiB");
        }
        return leaks;
    }

    Table table() {
        Table table = new Table("held_by_the_server", "before", "after", "growth");
        rows().forEach((name, pair) -> table.add(name, pair[0], pair[1], pair[1] - pair[0]));
        return table;
    }

    double tokensPerSecond() {
        return (after.tokens() - before.tokens()) / seconds;
    }

    private Map<String, double[]> rows() {
        Map<String, double[]> rows = new LinkedHashMap<>();
        rows.put("KV blocks (share of the cache)", new double[] {before.heldBlocks(), after.heldBlocks()});
        rows.put("threads", new double[] {before.threadCount(), after.threadCount()});
        rows.put("connections of clients", new double[] {before.connections() - 1, after.connections() - 1});
        rows.put(
                "busy connections of the database",
                new double[] {before.busyConnectionsOfDatabase(), after.busyConnectionsOfDatabase()});
        rows.put("heap in MiB, after a collection", new double[] {before.heapMib(), after.heapMib()});
        return rows;
    }
}
