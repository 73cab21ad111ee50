package io.tokenrouter.engine.grammar;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * A place of a schema.
 *
 * @param value as a JSON parser gives it
 * @param path JSON pointer behind {@code #}
 */
record SchemaNode(@Nullable Object value, String path) {

    /** The fields, in the order of the document; a schema that is none has no fields. */
    Map<String, @Nullable Object> fields() {
        if (!(value instanceof Map<?, ?> map)) {
            throw fault("a schema must be an object, true or false");
        }
        Map<String, @Nullable Object> fields = new LinkedHashMap<>();
        map.forEach((key, field) -> fields.put(String.valueOf(key), field));
        return fields;
    }

    boolean has(String key) {
        return value instanceof Map<?, ?> map && map.containsKey(key);
    }

    /** A field or, of a list, an item. */
    SchemaNode child(String key) {
        Object child = value instanceof Map<?, ?> map
                ? map.get(key)
                : value instanceof List<?> list ? list.get(Integer.parseInt(key)) : null;
        return new SchemaNode(child, path + "/" + key.replace("~", "~0").replace("/", "~1"));
    }

    /** True if there is such a field or item. */
    boolean leadsTo(String key) {
        return value instanceof List<?> list
                ? key.matches("0|[1-9][0-9]{0,8}") && Integer.parseInt(key) < list.size()
                : has(key);
    }

    /** The items of a field that must be a list with at least one. */
    List<SchemaNode> items(String key) {
        SchemaNode field = child(key);
        if (!(field.value instanceof List<?> list) || list.isEmpty()) {
            throw field.fault("must be a list of at least one");
        }
        return IntStream.range(0, list.size())
                .mapToObj(i -> field.child(Integer.toString(i)))
                .toList();
    }

    /** A field that must be a whole number from 0 to a limit of ours; the default if there is none. */
    int count(String key, int most, int byDefault) {
        if (!has(key)) {
            return byDefault;
        }
        SchemaNode field = child(key);
        if (field.value instanceof Number number
                && number.doubleValue() == Math.rint(number.doubleValue())
                && number.doubleValue() >= 0) {
            if (number.doubleValue() > most) {
                throw field.fault("is above " + most + ", the most that is supported");
            }
            return number.intValue();
        }
        throw field.fault("must be a whole number, 0 or more");
    }

    String text() {
        if (value instanceof String text) {
            return text;
        }
        throw fault("must be a string");
    }

    UnsupportedSchemaException fault(String reason) {
        return new UnsupportedSchemaException(path, reason);
    }
}
