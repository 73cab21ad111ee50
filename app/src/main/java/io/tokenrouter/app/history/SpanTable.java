package io.tokenrouter.app.history;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.List;
import java.util.stream.Collectors;
import org.springframework.jdbc.core.JdbcTemplate;

/**
 * A table of spans of every resolution. Blocks; takes part in the transaction of its caller.
 *
 * @param <S> kind of span
 */
abstract class SpanTable<S> {

    private static final String KEY = "resolution, %s, starts_at";

    private final JdbcTemplate sql;
    private final String put;
    private final String between;

    /**
     * @param id column that says whose span it is
     * @param columns the others in the order in which {@link #fill} gives them, with their type where Postgres has to be told
     */
    SpanTable(JdbcTemplate sql, String table, String id, List<String> columns) {
        this.sql = sql;
        String key = KEY.formatted(id);
        List<String> names =
                columns.stream().map(column -> column.split("::", 2)[0]).toList();
        // a row that is there is made anew, so the same written twice is there once
        this.put = "INSERT INTO " + table + " (" + key + ", " + String.join(", ", names) + ") VALUES (?, ?, ?, "
                + columns.stream().map(SpanTable::value).collect(Collectors.joining(", "))
                + ") ON CONFLICT (" + key + ") DO UPDATE SET "
                + names.stream().map(name -> name + " = excluded." + name).collect(Collectors.joining(", "));
        this.between = "SELECT * FROM " + table
                + " WHERE resolution = ? AND starts_at >= ? AND starts_at < ? ORDER BY starts_at";
    }

    private static String value(String column) {
        int type = column.indexOf("::");
        return type < 0 ? "?" : "?" + column.substring(type);
    }

    final void put(Resolution resolution, List<S> spans) {
        sql.batchUpdate(
                put,
                spans,
                Math.max(1, spans.size()),
                (statement, span) -> fill(new Columns(statement).add(resolution.seconds()), span));
    }

    /** Spans that begin from {@code from} on and before {@code to}, in their order. */
    final List<S> between(Resolution resolution, Instant from, Instant to) {
        return sql.query(between, (row, n) -> span(row), resolution.seconds(), Columns.time(from), Columns.time(to));
    }

    /** Adds whose span it is, where it begins, and the other columns. */
    abstract void fill(Columns columns, S span) throws SQLException;

    abstract S span(ResultSet row) throws SQLException;
}
