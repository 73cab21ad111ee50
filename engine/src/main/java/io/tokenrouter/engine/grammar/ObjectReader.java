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
        Set<String> required = required(schema);
        Map<String, Property> properties = new LinkedHashMap<>();
        if (schema.has("properties")) {
            SchemaNode declared = schema.child("properties");
            for (String name : declared.fields().keySet()) {
                requireEncodable(declared.child(name), name);
                Expr value = schemas.inner(declared.child(name), depth + 1);
                properties.put(name, new Property(name, value, required.contains(name)));
            }
        }
        for (String name : required) {
            requireEncodable(schema.child("required"), name);
            if (!properties.containsKey(name)) {
                Expr value = schema.has("additionalProperties")
                        ? schemas.inner(schema.child("additionalProperties"), depth + 1)
                        : Json.VALUE;
                properties.put(name, new Property(name, value, true));
            }
        }
        return new ArrayList<>(properties.values());
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
