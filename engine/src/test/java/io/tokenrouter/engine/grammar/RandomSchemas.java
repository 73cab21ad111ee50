package io.tokenrouter.engine.grammar;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.jspecify.annotations.Nullable;

/** Schemas of the supported subset, drawn at random. Each allows some document, and none is empty by mistake. */
public final class RandomSchemas {

    private static final List<String> NAMES =
            List.of("a", "ab", "name", "é", "with \"quotes\"", "back\\slash", "😀", "", "a b", "/~");
    private static final List<Object> SCALARS =
            List.of("red", "re", "reduced", "grün", "\n\t\"", 0, -1, 12345678901L, 1.5, 1e30, true, false, "");

    /** Without email, of which the validator takes registered top-level domains alone. */
    private static final List<String> FORMATS = List.of("date", "time", "date-time", "uuid", "ipv4");

    private final Random random;
    private int definitions;

    private RandomSchemas(Random random) {
        this.random = random;
    }

    /** A schema whose references all lead to places that end. */
    public static Map<String, Object> draw(long seed) {
        RandomSchemas schemas = new RandomSchemas(new Random(seed));
        schemas.definitions = schemas.random.nextInt(3);
        Map<String, Object> root = new LinkedHashMap<>(schemas.schema(3));
        Map<String, Object> defs = new LinkedHashMap<>();
        for (int i = 0; i < schemas.definitions; i++) {
            // a scalar first, so that the definition has an end whatever it contains
            defs.put("d" + i, Map.of("anyOf", List.of(schemas.schema(0), schemas.object(2, false))));
        }
        root.put("$defs", defs);
        return root;
    }

    private Map<String, Object> schema(int depth) {
        return switch (random.nextInt(depth > 0 ? 11 : 5)) {
            case 0 -> typed("integer", "number", "boolean", "null");
            case 1 -> random.nextBoolean() ? string() : bounded();
            case 2 -> random.nextBoolean() ? string() : Map.of("format", FORMATS.get(random.nextInt(FORMATS.size())));
            case 3 -> listed();
            case 4 -> Map.of("type", List.of("string", "null"), "maxLength", random.nextInt(5));
            case 5, 6, 7 -> object(depth, true);
            case 8 -> array(depth);
            case 9 -> Map.of("anyOf", List.of(schema(depth - 1), schema(depth - 1)));
            default ->
                definitions == 0
                        ? Map.of("oneOf", List.of(string(), array(depth), object(depth, true)))
                        : Map.of("$ref", "#/$defs/d" + random.nextInt(definitions));
        };
    }

    private Map<String, Object> typed(String... types) {
        return Map.of("type", types[random.nextInt(types.length)], "description", "any \"text\"");
    }

    private Map<String, Object> bounded() {
        int least = random.nextInt(200) - 100;
        return Map.of(
                "type",
                random.nextBoolean() ? "integer" : "number",
                random.nextBoolean() ? "minimum" : "exclusiveMinimum",
                least - 0.5,
                random.nextBoolean() ? "maximum" : "exclusiveMaximum",
                least + 1 + random.nextInt(1000));
    }

    private Map<String, Object> string() {
        Map<String, Object> schema = new LinkedHashMap<>(Map.of("type", "string"));
        int least = random.nextInt(4);
        if (random.nextBoolean()) {
            schema.put("minLength", least);
        }
        if (random.nextBoolean()) {
            schema.put("maxLength", least + random.nextInt(6));
        }
        return schema;
    }

    private Map<String, Object> listed() {
        if (random.nextInt(3) == 0) {
            return Map.of("const", Map.of("k", List.of(scalar(), 1)));
        }
        List<Object> values = new ArrayList<>();
        for (int i = 0; i <= random.nextInt(5); i++) {
            values.add(scalar());
        }
        return Map.of("enum", values);
    }

    private Object scalar() {
        return SCALARS.get(random.nextInt(SCALARS.size()));
    }

    private Map<String, Object> object(int depth, boolean closed) {
        Map<String, Object> schema = new LinkedHashMap<>(Map.of("type", "object"));
        Map<String, Object> properties = new LinkedHashMap<>();
        List<String> required = new ArrayList<>();
        for (int i = 0; i < random.nextInt(5); i++) {
            String name = NAMES.get(random.nextInt(NAMES.size()));
            properties.put(name, schema(depth - 1));
            if (random.nextBoolean() && !required.contains(name)) {
                required.add(name);
            }
        }
        schema.put("properties", properties);
        schema.put("required", required);
        Object others = others(depth);
        if (closed && others != null) {
            schema.put("additionalProperties", others);
        }
        return schema;
    }

    private @Nullable Object others(int depth) {
        return switch (random.nextInt(5)) {
            case 0 -> true;
            case 1 -> schema(depth - 1);
            case 2 -> null;
            default -> false;
        };
    }

    private Map<String, Object> array(int depth) {
        Map<String, Object> schema = new LinkedHashMap<>(Map.of("type", "array"));
        int least = random.nextInt(3);
        if (random.nextBoolean()) {
            schema.put("prefixItems", List.of(schema(depth - 1), schema(depth - 1)));
        }
        if (random.nextInt(4) > 0) {
            schema.put("items", schema(depth - 1));
        }
        if (random.nextBoolean()) {
            schema.put("minItems", least);
        }
        if (random.nextBoolean()) {
            schema.put("maxItems", least + random.nextInt(3));
        }
        return schema;
    }
}
