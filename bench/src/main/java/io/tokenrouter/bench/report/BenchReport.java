package io.tokenrouter.bench.report;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.json.JsonMapper;

/**
 * The figures of one benchmark: {@code {"bench", "machine", "commit", "settings", "rows", ...}}, where {@code rows} are
 * those of the main table and every further table has a key of its own.
 */
public final class BenchReport {

    private static final JsonMapper JSON = JsonMapper.builder()
            .enable(tools.jackson.databind.SerializationFeature.INDENT_OUTPUT)
            .build();

    private final String bench;
    private final Machine machine;
    private final String commit;
    private final Map<String, Object> settings = new LinkedHashMap<>();
    private final Map<String, Table> tables = new LinkedHashMap<>();

    public BenchReport(String bench, Machine machine, String commit) {
        this.bench = bench;
        this.machine = machine;
        this.commit = commit;
    }

    /** What was chosen for this run, for whoever repeats it. */
    public BenchReport setting(String name, Object value) {
        settings.put(name, value);
        return this;
    }

    /** The main table. */
    public BenchReport rows(Table table) {
        return table("rows", table);
    }

    public BenchReport table(String key, Table table) {
        tables.put(key, table);
        return this;
    }

    /** Prints the tables and writes the JSON file if one is asked for. */
    public void finish(PrintStream out, @Nullable Path json) throws IOException {
        out.println();
        out.println(bench + " on " + machine);
        out.println("commit " + commit + ", " + settings);
        tables.forEach((key, table) -> {
            out.println();
            if (!key.equals("rows")) {
                out.println(key + ":");
            }
            out.print(table.text());
        });
        if (json != null) {
            Files.writeString(json, json() + "\n", StandardCharsets.UTF_8);
            out.println();
            out.println("written to " + json);
        }
    }

    /** The JSON text; figures that were not measured are null. */
    public String json() {
        Map<String, Object> all = new LinkedHashMap<>();
        all.put("bench", bench);
        all.put("machine", machine.asMap());
        all.put("commit", commit);
        all.put("settings", settings);
        tables.forEach((key, table) ->
                all.put(key, table.rows().stream().map(BenchReport::withoutNaN).toList()));
        return JSON.writeValueAsString(all);
    }

    private static Map<String, @Nullable Object> withoutNaN(Map<String, Object> row) {
        Map<String, @Nullable Object> clean = new LinkedHashMap<>();
        row.forEach((key, value) -> clean.put(key, value instanceof Double number && number.isNaN() ? null : value));
        return clean;
    }
}
