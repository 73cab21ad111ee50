package io.tokenrouter.app.batching;

import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** Options of a rule by name, read with their ranges; numbers are not read from strings, nor whole numbers from fractions. */
final class Options {

    private final String prefix;
    private final Map<?, ?> values;

    /**
     * @param prefix before the names in messages, with its dot; may be empty
     * @throws InvalidSettingsException if there is an option of another name
     */
    Options(String prefix, Map<?, ?> values, Set<String> names) {
        this.prefix = prefix;
        this.values = values;
        for (Object name : values.keySet()) {
            if (!names.contains(name.toString())) {
                throw new InvalidSettingsException(
                        prefix + name,
                        names.isEmpty()
                                ? "is unknown: this rule has no options"
                                : "is unknown; options are " + String.join(", ", new TreeSet<>(names)));
            }
        }
    }

    int whole(String name, int from, int to, @Nullable Integer ifAbsent) {
        Object value = values.get(name);
        if (value == null && ifAbsent != null) {
            return ifAbsent;
        }
        if ((value instanceof Integer || value instanceof Long)
                && ((Number) value).longValue() >= from
                && ((Number) value).longValue() <= to) {
            return ((Number) value).intValue();
        }
        throw new InvalidSettingsException(
                prefix + name, String.format(Locale.ROOT, "must be a whole number from %d to %d", from, to));
    }

    /** Null where it is left out and may be. */
    @Nullable
    Double number(String name, double from, double to, boolean isRequired) {
        Object value = values.get(name);
        if (value == null && !isRequired) {
            return null;
        }
        if (value instanceof Number number && number.doubleValue() >= from && number.doubleValue() <= to) {
            return number.doubleValue();
        }
        throw new InvalidSettingsException(prefix + name, "must be a number from " + plain(from) + " to " + plain(to));
    }

    /** Options within one option; none where it is left out. */
    Options inner(String name, Set<String> names) {
        Object value = values.get(name);
        if (value == null) {
            return new Options(prefix + name + ".", Map.of(), names);
        }
        if (value instanceof Map<?, ?> map) {
            return new Options(prefix + name + ".", map, names);
        }
        throw new InvalidSettingsException(prefix + name, "must be an object");
    }

    private static String plain(double value) {
        return value == Math.rint(value) ? Long.toString((long) value) : Double.toString(value);
    }
}
