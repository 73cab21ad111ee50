package io.tokenrouter.engine.grammar;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** From a JSON schema to a grammar of the documents that are valid to it. For one schema. */
final class SchemaReader {

    static final int MOST_DEPTH = 64;
    static final int MOST_SCHEMAS = 5_000;

    /** Of characters of a string and items of an array. */
    static final int MOST_REPEATS = 4_096;

    private final References references;
    private final SchemaNode root;
    private final Disjoint disjoint;
    private final ObjectReader objects = new ObjectReader(this);
    private final ArrayReader arrays = new ArrayReader(this);
    private final Map<String, Expr.Rule> strings = new HashMap<>();
    private int schemas;

    SchemaReader(@Nullable Object schema) {
        root = new SchemaNode(schema, "#");
        references = new References(root);
        disjoint = new Disjoint(references);
    }

    /** @throws UnsupportedSchemaException naming the place of what cannot be enforced */
    Expr read() {
        Expr top = references.rule(root);
        readReferred();
        return top;
    }

    /**
     * The declared members of an object.
     *
     * @param plain whether the member of a name is a text as it is, and not JSON
     * @param terminator what stands behind each, and in no text
     * @throws UnsupportedSchemaException naming the place of what cannot be enforced
     */
    List<Member> members(Predicate<String> plain, String terminator) {
        List<Member> members = new MemberReader(this, plain, terminator).read(root);
        readReferred();
        return members;
    }

    private void readReferred() {
        for (References.Unread place = references.nextUnread(); place != null; place = references.nextUnread()) {
            place.rule().define(schema(place.schema(), place.schema().path(), 0));
        }
        references.requireNoCircle();
    }

    /** A schema behind something else. */
    Expr inner(SchemaNode schema, int depth) {
        return schema(schema, null, depth);
    }

    /**
     * @param begins path of the rule whose beginning this is; null if something precedes it
     */
    private Expr schema(SchemaNode schema, @Nullable String begins, int depth) {
        if (depth > MOST_DEPTH) {
            throw schema.fault("is more than " + MOST_DEPTH + " levels deep");
        }
        if (++schemas > MOST_SCHEMAS) {
            throw schema.fault("the schema has more than " + MOST_SCHEMAS + " parts");
        }
        if (schema.value() instanceof Boolean anything) {
            return anything ? Json.VALUE : Expr.NOTHING;
        }
        return switch (Keywords.subject(schema)) {
            case "$ref" -> reference(schema.child("$ref"), begins);
            case "anyOf" -> oneOf(schema.items("anyOf"), begins, depth);
            case "oneOf" -> {
                disjoint.require(schema.child("oneOf"), schema.items("oneOf"));
                yield oneOf(schema.items("oneOf"), begins, depth);
            }
            case "allOf" -> {
                if (schema.items("allOf").size() > 1) {
                    throw schema.child("allOf").fault("allOf of more than one schema is not supported");
                }
                yield schema(schema.items("allOf").getFirst(), begins, depth + 1);
            }
            case "enum" -> Values.of(schema, schema.has("type") ? types(schema) : List.of());
            default -> typed(schema, depth);
        };
    }

    private Expr reference(SchemaNode ref, @Nullable String begins) {
        SchemaNode target = references.target(ref);
        references.beginsWith(begins, target.path(), ref);
        return references.rule(target);
    }

    private Expr oneOf(List<SchemaNode> schemas, @Nullable String begins, int depth) {
        List<Expr> alternatives = new ArrayList<>();
        for (SchemaNode each : schemas) {
            alternatives.add(schema(each, begins, depth + 1));
        }
        return new Expr.Choice(alternatives);
    }

    private Expr typed(SchemaNode schema, int depth) {
        List<String> types = schema.has("type") ? types(schema) : Keywords.spokenOf(schema);
        if (types.isEmpty()) {
            return Json.VALUE;
        }
        List<Expr> alternatives = new ArrayList<>();
        for (String type : types) {
            alternatives.add(ofType(type, schema, depth));
        }
        return alternatives.size() == 1 ? alternatives.getFirst() : new Expr.Choice(alternatives);
    }

    private Expr ofType(String type, SchemaNode schema, int depth) {
        return switch (type) {
            case "object" -> objects.read(schema, depth);
            case "array" -> arrays.read(schema, depth);
            case "string" -> string(schema);
            case "integer" -> NumberReader.isBounded(schema) ? NumberReader.whole(schema) : Json.INTEGER;
            case "number" -> NumberReader.isBounded(schema) ? NumberReader.any(schema) : Json.NUMBER;
            case "boolean" -> Json.BOOLEAN;
            default -> Json.NULL;
        };
    }

    private Expr string(SchemaNode schema) {
        if (schema.has("format")) {
            return format(schema);
        }
        int least = schema.count("minLength", MOST_REPEATS, 0);
        int most = schema.count("maxLength", MOST_REPEATS, Expr.UNBOUNDED);
        if (most != Expr.UNBOUNDED && least > most) {
            return Expr.NOTHING;
        }
        return strings.computeIfAbsent(least + " to " + most, bounds -> new Expr.Rule(Json.string(least, most)));
    }

    private static Expr format(SchemaNode schema) {
        requireFormatAlone(schema);
        SchemaNode format = schema.child("format");
        Expr known = Formats.of(format.text());
        if (known == null) {
            throw format.fault("the format is not supported");
        }
        return known;
    }

    static void requireFormatAlone(SchemaNode schema) {
        for (String other : List.of("minLength", "maxLength")) {
            if (schema.has(other)) {
                throw schema.child(other).fault("'" + other + "' beside 'format' is not supported");
            }
        }
    }

    static List<String> types(SchemaNode schema) {
        SchemaNode type = schema.child("type");
        List<SchemaNode> named = type.value() instanceof String ? List.of(type) : schema.items("type");
        Set<String> types = new LinkedHashSet<>();
        for (SchemaNode each : named) {
            if (!Keywords.OF_TYPE.containsKey(each.text())) {
                throw each.fault("must be object, array, string, integer, number, boolean or null");
            }
            types.add(each.text());
        }
        return List.copyOf(types);
    }
}
