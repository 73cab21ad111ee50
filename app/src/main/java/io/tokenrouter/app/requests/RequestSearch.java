package io.tokenrouter.app.requests;

import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * The statement for a query. It has conditions only for what is given, so that the database sees which of its indexes serves; and it
 * leaves out the hops, which are much the largest part of a row and of which a list shows nothing.
 *
 * @param values by name of their places in the statement
 */
record RequestSearch(String sql, Map<String, Object> values) {

    private static final int LENGTH_OF_UUID = 36;

    static RequestSearch of(RequestQuery query) {
        List<String> conditions = new ArrayList<>();
        Map<String, Object> values = new HashMap<>();
        if (query.target() != null) {
            conditions.add("g.target = :target");
            values.put("target", query.target());
        }
        if (query.caller() != null) {
            conditions.add("g.caller = :caller");
            values.put("caller", query.caller());
        }
        if (!query.outcomes().isEmpty()) {
            conditions.add("g.outcome IN (:outcomes)");
            values.put("outcomes", query.outcomes());
        }
        if (query.text() != null) {
            UUID record = record(query.text());
            conditions.add(
                    record == null ? "g.request_id LIKE :prefix" : "(g.request_id LIKE :prefix OR g.id = :record)");
            values.put("prefix", prefix(query.text()));
            if (record != null) {
                values.put("record", record);
            }
        }
        RequestQuery.Cursor before = query.before();
        if (before != null) {
            conditions.add("(g.finished_at, g.id) < (:at, :id)");
            values.put("at", before.finishedAt().atOffset(ZoneOffset.UTC));
            values.put("id", before.id());
        }
        values.put("most", query.most());
        String where = conditions.isEmpty() ? "" : "WHERE " + String.join(" AND ", conditions) + "\n";
        return new RequestSearch("""
                SELECT g.*, r.small_model_id, r.large_model_id, r.tape
                FROM generations g LEFT JOIN generation_routes r ON r.generation_id = g.id
                """ + where + "ORDER BY g.finished_at DESC, g.id DESC LIMIT :most", values);
    }

    private static String prefix(String text) {
        return text.replaceAll("([\\\\%_])", "\\\\$1") + "%";
    }

    /** The id of a record that a text is, so that its index is used; null for any other text. */
    private static @Nullable UUID record(String text) {
        if (text.length() != LENGTH_OF_UUID) {
            return null;
        }
        try {
            return UUID.fromString(text);
        } catch (IllegalArgumentException another) {
            return null;
        }
    }
}
