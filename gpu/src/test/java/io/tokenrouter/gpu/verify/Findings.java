package io.tokenrouter.gpu.verify;

import java.io.PrintStream;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.CopyOnWriteArrayList;

/** What one section found. Safe from any thread: one that is given up may go on. */
final class Findings {

    /** In place of every figure of the emulator's. */
    static final String NO_TIMINGS = "emulated: no timings";

    /** Cells as they are shown. */
    record Table(List<String> columns, List<List<String>> rows) {}

    private final String title;
    private final boolean figures;
    private final PrintStream progress;
    private final List<String> notes = new CopyOnWriteArrayList<>();
    private final List<String> failures = new CopyOnWriteArrayList<>();
    private final List<Table> tables = new CopyOnWriteArrayList<>();

    /**
     * @param figures false where what was measured is worth nothing
     * @param progress told of notes and failures as they come
     */
    Findings(String title, boolean figures, PrintStream progress) {
        this.title = title;
        this.figures = figures;
        this.progress = progress;
        if (!figures) {
            notes.add(NO_TIMINGS);
        }
    }

    /** A line of text that holds no timing. */
    void note(String format, Object... arguments) {
        String line = String.format(Locale.ROOT, format, arguments);
        notes.add(line);
        print(line);
    }

    /** A line that tells of a timing; thrown away on the emulator. */
    void measured(String format, Object... arguments) {
        if (figures) {
            note(format, arguments);
        }
    }

    /** A timing that is shown while the run goes on, not in the report. */
    void progress(String format, Object... arguments) {
        if (figures) {
            say(format, arguments);
        }
    }

    /** Something is not as it should be. */
    void fail(String format, Object... arguments) {
        String line = String.format(Locale.ROOT, format, arguments);
        failures.add(line);
        print("FAILED: " + line);
    }

    /** Begins a table; rows are added to what is returned. */
    Rows table(String... columns) {
        Table table = new Table(List.of(columns), new CopyOnWriteArrayList<>());
        if (figures) {
            tables.add(table);
        }
        return table.rows()::add;
    }

    /** Takes a row of cells. */
    @FunctionalInterface
    interface Rows {

        void add(List<String> cells);

        /** Doubles get three digits that count, NaN is a dash. */
        default void row(Object... cells) {
            add(Arrays.stream(cells).map(Findings::cell).toList());
        }
    }

    static String cell(Object value) {
        if (!(value instanceof Double number)) {
            return String.valueOf(value);
        }
        if (Double.isNaN(number)) {
            return "-";
        }
        double size = Math.abs(number);
        String format =
                size >= 1000 ? "%.0f" : size >= 100 ? "%.1f" : size >= 1 ? "%.2f" : size >= 0.01 ? "%.3f" : "%.2e";
        return String.format(Locale.ROOT, number == 0 ? "%.0f" : format, number);
    }

    /** Shown while the run goes on, not in the report; holds no timing. */
    void say(String format, Object... arguments) {
        print(String.format(Locale.ROOT, format, arguments));
    }

    private void print(String line) {
        progress.println("    " + line);
        progress.flush();
    }

    String title() {
        return title;
    }

    List<String> notes() {
        return notes;
    }

    List<String> failures() {
        return failures;
    }

    List<Table> tables() {
        return tables;
    }
}
