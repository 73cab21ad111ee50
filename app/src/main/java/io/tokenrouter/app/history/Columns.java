package io.tokenrouter.app.history;

import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.Arrays;
import java.util.stream.Collectors;

/** Values of rows as Postgres has them, in the order of the columns. */
final class Columns {

    private final PreparedStatement statement;
    private int next = 1;

    Columns(PreparedStatement statement) {
        this.statement = statement;
    }

    Columns add(Object value) throws SQLException {
        statement.setObject(next++, value);
        return this;
    }

    Columns add(Instant at) throws SQLException {
        return add(time(at));
    }

    /** Of a column that is written {@code ?::bigint[]}. */
    Columns add(Counts counts) throws SQLException {
        return add(Arrays.stream(counts.toArray()).mapToObj(Long::toString).collect(Collectors.joining(",", "{", "}")));
    }

    static OffsetDateTime time(Instant at) {
        return at.atOffset(ZoneOffset.UTC);
    }

    static Instant time(ResultSet row, String column) throws SQLException {
        return row.getObject(column, OffsetDateTime.class).toInstant();
    }

    static Counts counts(ResultSet row, String column) throws SQLException {
        Long[] values = (Long[]) row.getArray(column).getArray();
        return Counts.of(Arrays.stream(values).mapToLong(Long::longValue).toArray());
    }
}
