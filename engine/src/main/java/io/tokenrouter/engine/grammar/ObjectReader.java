package io.tokenrouter.engine.grammar;

import io.tokenrouter.engine.text.JsonText;
import io.tokenrouter.engine.text.Utf8;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Objects: the declared properties in the order of the schema, each that is required and any of the others; then, where the schema
 * says that there may be more, others.
 */
final class ObjectReader {

    private final SchemaReader schemas;

    ObjectReader(SchemaReader schemas) {
        this.schemas = schemas;
    }

    private record Property(String name, Expr value, boolean required) {}

    Expr read(SchemaNode schema, int depth) {
        List<Property> properties = properties(schema, depth);
        Expr others = others(schema, properties, depth);
        // From the last property to the first: what may follow it. Rules, because each follows several.
        Expr.Rule afterComma = new Expr.Rule(Expr.sequence(moreOthers(others), Expr.text("}")));
        Expr.Rule first = new Expr.Rule(Expr.choice(Expr.text("}"), Expr.sequence(others, afterComma)));
        for (Property property : properties.reversed()) {
            Expr.Rule member = new Expr.Rule(Expr.sequence(name(property.name), property.value, afterComma));
            Expr later = Expr.sequence(Expr.text(","), member);
            afterComma = new Expr.Rule(property.required ? later : Expr.choice(later, afterComma));
            first = new Expr.Rule(property.required ? member : Expr.choice(member, first));
        }
        return Expr.sequence(Expr.text("{"), first);
    }

    private List<Property> properties(SchemaNode schema, int depth) {
        List<Property> properties = new ArrayList<>();
        names(schema)
                .forEach((name, required) ->
                        properties.add(new Property(name, schemas.inner(member(schema, name), depth + 1), required)));
        return properties;
    }

    /** The names that are declared or required, in this order, each with whether it must be there. */
    static Map<String, Boolean> names(SchemaNode schema) {
        Set<String> required = required(schema);
        Map<String, Boolean> names = new LinkedHashMap<>();
        if (schema.has("properties")) {
            SchemaNode declared = schema.child("properties");
            for (String name : declared.fields().keySet()) {
                requireEncodable(declared.child(name), name);
                names.put(name, required.contains(name));
            }
        }
        for (String name : required) {
            requireEncodable(schema.child("required"), name);
            names.put(name, true);
        }
        return names;
    }

    /** The schema of the member of a name. */
    static SchemaNode member(SchemaNode schema, String name) {
        if (schema.has("properties") && schema.child("properties").has(name)) {
            return schema.child("properties").child(name);
        }
        SchemaNode others = schema.child("additionalProperties");
        return schema.has("additionalProperties") ? others : new SchemaNode(true, others.path());
    }

    /** A member that is not declared; nothing where there may be none. */
    private Expr others(SchemaNode schema, List<Property> properties, int depth) {
        if (!schema.has("additionalProperties") && !properties.isEmpty()) {
            return Expr.NOTHING;
        }
        SchemaNode additional = schema.child("additionalProperties");
        Expr value = schema.has("additionalProperties") ? schemas.inner(additional, depth + 1) : Json.VALUE;
        if (value == Expr.NOTHING
                || properties.isEmpty() && schema.has("properties") && !schema.has("additionalProperties")) {
            return Expr.NOTHING;
        }
        Set<String> taken = new LinkedHashSet<>();
        properties.forEach(property -> taken.add(property.name));
        return new Expr.Rule(Expr.sequence(OtherNames.than(taken, additional), Expr.text(":"), value));
    }

    private static Expr moreOthers(Expr others) {
        return Expr.anyNumberOf(Expr.sequence(Expr.text(","), others));
    }

    private static Expr name(String name) {
        return Expr.text(JsonText.compact(name) + ":");
    }

    private static Set<String> required(SchemaNode schema) {
        Set<String> names = new LinkedHashSet<>();
        if (schema.has("required")) {
            SchemaNode required = schema.child("required");
            if (!(required.value() instanceof List<?> list)) {
                throw required.fault("must be a list of names");
            }
            for (int i = 0; i < list.size(); i++) {
                names.add(required.child(Integer.toString(i)).text());
            }
        }
        return names;
    }

    private static void requireEncodable(SchemaNode place, @Nullable String name) {
        if (name == null || Utf8.encode(name).isEmpty()) {
            throw place.fault("a name has half a surrogate pair");
        }
    }
}
