package io.tokenrouter.engine.grammar;

import io.tokenrouter.engine.text.Characters;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;

/**
 * The words of JSON Schema (draft 2020-12) by what becomes of them. A word in no list here is refused: to ignore it would let pass
 * what the schema forbids.
 */
final class Keywords {

    static final Set<String> BOUNDS = Set.of("minimum", "exclusiveMinimum", "maximum", "exclusiveMaximum");

    /** The types, each with the words that speak of it. */
    static final Map<String, Set<String>> OF_TYPE = Map.of(
            "object", Set.of("properties", "required", "additionalProperties"),
            "array", Set.of("items", "prefixItems", "minItems", "maxItems", "uniqueItems"),
            "string", Set.of("minLength", "maxLength", "format"),
            "integer", BOUNDS,
            "number", BOUNDS,
            "boolean", Set.of(),
            "null", Set.of());

    /** Each stands alone. */
    private static final List<String> WHOLE = List.of("$ref", "anyOf", "oneOf", "allOf");

    private static final Set<String> VALUES = Set.of("enum", "const");

    /** They say nothing about what is valid; {@code discriminator} only says where to look. */
    private static final Set<String> ANNOTATIONS = Set.of(
            "title",
            "description",
            "default",
            "examples",
            "deprecated",
            "readOnly",
            "writeOnly",
            "discriminator",
            "$comment",
            "$schema",
            "$defs",
            "definitions");

    private Keywords() {}

    /**
     * The word that says what the schema is about: one of those that stand alone, {@code enum} for a list of values, or {@code type}.
     *
     * @throws UnsupportedSchemaException for a word that is not enforced, alone or together with another
     */
    static String subject(SchemaNode schema) {
        for (String word : schema.fields().keySet()) {
            requireKnown(schema, word);
        }
        for (String word : WHOLE) {
            if (schema.has(word)) {
                requireOnly(schema, word, Set.of(word));
                return word;
            }
        }
        if (schema.has("enum") || schema.has("const")) {
            requireOnly(schema, schema.has("enum") ? "enum" : "const", Set.of("enum", "const", "type"));
            return "enum";
        }
        return "type";
    }

    private static void requireKnown(SchemaNode schema, String word) {
        boolean isAddress = word.equals("$id") && schema.path().equals("#");
        boolean known = isAddress
                || ANNOTATIONS.contains(word)
                || VALUES.contains(word)
                || WHOLE.contains(word)
                || word.equals("type")
                || OF_TYPE.values().stream().anyMatch(words -> words.contains(word));
        if (!known) {
            throw schema.child(word).fault("the keyword '" + shortened(word) + "' is not supported");
        }
    }

    private static void requireOnly(SchemaNode schema, String word, Set<String> allowed) {
        for (String other : schema.fields().keySet()) {
            if (!allowed.contains(other) && !ANNOTATIONS.contains(other) && !other.equals("$id")) {
                throw schema.child(other).fault("'" + other + "' beside '" + word + "' is not supported");
            }
        }
    }

    /** The types that a schema without {@code type} speaks of; none if it speaks of no type in particular. */
    static List<String> spokenOf(SchemaNode schema) {
        return Stream.of("object", "array", "string", "number")
                .filter(type -> OF_TYPE.get(type).stream().anyMatch(schema::has))
                .toList();
    }

    private static String shortened(String word) {
        return Characters.shortened(word, 60);
    }
}
