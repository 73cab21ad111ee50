package io.tokenrouter.engine.executor;

import java.util.List;

/** The rows of one step: prefill, catch-up and decode of many sequences, all of one type. */
public record Batch(List<BatchRow> rows) {

    public Batch {
        rows = List.copyOf(rows);
    }

    /** New ids of all rows. */
    public int tokens() {
        int sum = 0;
        for (BatchRow row : rows) {
            sum += row.count();
        }
        return sum;
    }
}
