package io.tokenrouter.engine.grammar;

import io.tokenrouter.engine.text.JsonText;
import io.tokenrouter.engine.text.Utf8;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** The values that {@code enum} and {@code const} name, each in one spelling. */
final class Values {

    private static final int MOST_VALUES = 5_000;

    private Values() {}

    /**
     * The values of a schema that are of one of these types, or all if there are none.
     *
     * @throws UnsupportedSchemaException for a value that has no spelling
     */
    static Expr of(SchemaNode schema, List<String> types) {
        List<byte[]> words = new ArrayList<>();
        for (SchemaNode each : named(schema)) {
            if (types.isEmpty() || types.stream().anyMatch(type -> isOfType(each.value(), type))) {
                words.add(spelled(each));
            }
        }
        return new Expr.Words(words);
    }

    /** The values that both words allow, if both are there. */
    static List<SchemaNode> named(SchemaNode schema) {
        if (!schema.has("enum")) {
            return List.of(schema.child("const"));
        }
        List<SchemaNode> listed = schema.items("enum");
        if (listed.size() > MOST_VALUES) {
            throw schema.child("enum").fault("has more than " + MOST_VALUES + " values");
        }
        return schema.has("const")
                ? listed.stream()
                        .filter(each ->
                                equal(each.value(), schema.child("const").value()))
                        .toList()
                : listed;
    }

    static boolean isOfType(@Nullable Object value, String type) {
        return switch (type) {
            case "object" -> value instanceof Map;
            case "array" -> value instanceof List;
            case "string" -> value instanceof String;
            case "boolean" -> value instanceof Boolean;
            case "null" -> value == null;
            case "integer" -> value instanceof Number number && isWhole(number);
            default -> value instanceof Number;
        };
    }

    /** As JSON Schema compares: numbers by value, objects whatever the order of their fields. */
    static boolean equal(@Nullable Object one, @Nullable Object other) {
        if (one instanceof Number a && other instanceof Number b) {
            return isFinite(a) && isFinite(b) && decimal(a).compareTo(decimal(b)) == 0;
        }
        if (one instanceof List<?> a && other instanceof List<?> b) {
            return a.size() == b.size() && IntStream.range(0, a.size()).allMatch(i -> equal(a.get(i), b.get(i)));
        }
        if (one instanceof Map<?, ?> a && other instanceof Map<?, ?> b) {
            return a.keySet().equals(b.keySet()) && a.keySet().stream().allMatch(key -> equal(a.get(key), b.get(key)));
        }
        return one == null ? other == null : one.equals(other);
    }

    private static byte[] spelled(SchemaNode value) {
        requireFinite(value, value.value());
        return Utf8.encode(JsonText.compact(value.value())).orElseThrow(() -> value.fault("has half a surrogate pair"));
    }

    private static void requireFinite(SchemaNode place, @Nullable Object value) {
        switch (value) {
            case Number number when !isFinite(number) -> throw place.fault("is out of the range of numbers");
            case List<?> list -> list.forEach(each -> requireFinite(place, each));
            case Map<?, ?> map -> map.values().forEach(each -> requireFinite(place, each));
            case null, default -> {}
        }
    }

    static boolean isFinite(Number number) {
        return number instanceof BigInteger || Double.isFinite(number.doubleValue());
    }

    private static boolean isWhole(Number number) {
        return isFinite(number) && decimal(number).stripTrailingZeros().scale() <= 0;
    }

    static BigDecimal decimal(Number number) {
        return number instanceof BigDecimal exact ? exact : new BigDecimal(number.toString());
    }
}
