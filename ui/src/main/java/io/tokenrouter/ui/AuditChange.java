package io.tokenrouter.ui;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * One value that differs.
 *
 * @param name dotted where it lies inside another
 * @param before null where there was none
 * @param after null where there is none
 */
record AuditChange(
        String name, @Nullable String before, @Nullable String after) {

    /** By name; what is the same before and after is left out. */
    static List<AuditChange> between(
            @Nullable Map<String, @Nullable Object> before, @Nullable Map<String, @Nullable Object> after) {
        Map<String, String> was = new TreeMap<>();
        Map<String, String> is = new TreeMap<>();
        flatten("", before, was);
        flatten("", after, is);
        Map<String, String> names = new TreeMap<>(was);
        names.putAll(is);
        List<AuditChange> changes = new ArrayList<>();
        for (String name : names.keySet()) {
            if (!Objects.equals(was.get(name), is.get(name))) {
                changes.add(new AuditChange(name, was.get(name), is.get(name)));
            }
        }
        return List.copyOf(changes);
    }

    private static void flatten(String prefix, @Nullable Map<?, ?> values, Map<String, String> into) {
        if (values == null) {
            return;
        }
        values.forEach((name, value) -> {
            if (value instanceof Map<?, ?> inner) {
                flatten(prefix + name + ".", inner, into);
            } else {
                into.put(prefix + name, value == null ? "none" : text(value));
            }
        });
    }

    private static String text(Object value) {
        return value instanceof List<?> list
                ? String.join(", ", list.stream().map(Figures::plain).toList())
                : Figures.plain(value);
    }
}
