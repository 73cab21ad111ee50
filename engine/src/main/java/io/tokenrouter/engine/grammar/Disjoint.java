package io.tokenrouter.engine.grammar;

import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * Whether alternatives exclude each other. {@code oneOf} asks that no document is valid to two of them, and a grammar cannot take out
 * what two have in common; so it is taken only where it can be shown that they have nothing, and refused otherwise.
 */
final class Disjoint {

    private static final int MOST_ALTERNATIVES = 100;
    private static final int MOST_STEPS = 200_000;
    private static final int MOST_REFERENCES = 16;
    private static final int MOST_DEPTH = 32;

    private final References references;
    private int steps;

    Disjoint(References references) {
        this.references = references;
    }

    void require(SchemaNode oneOf, List<SchemaNode> alternatives) {
        if (alternatives.size() > MOST_ALTERNATIVES) {
            throw oneOf.fault("has more than " + MOST_ALTERNATIVES + " alternatives");
        }
        for (int i = 0; i < alternatives.size(); i++) {
            for (int j = i + 1; j < alternatives.size(); j++) {
                if (!exclude(alternatives.get(i), alternatives.get(j), 0)) {
                    throw oneOf.fault(
                            "the alternatives " + i + " and " + j + " may hold at once. oneOf is supported where"
                                    + " alternatives differ in type, in enum or const,"
                                    + " or in a required property; use anyOf");
                }
            }
        }
    }

    private boolean exclude(SchemaNode left, SchemaNode right, int depth) {
        SchemaNode one = resolved(left);
        SchemaNode other = resolved(right);
        if (++steps > MOST_STEPS || depth > MOST_DEPTH) {
            return false;
        }
        if (Boolean.FALSE.equals(one.value()) || Boolean.FALSE.equals(other.value())) {
            return true;
        }
        if (one.has("anyOf") || one.has("oneOf")) {
            return one.items(one.has("anyOf") ? "anyOf" : "oneOf").stream()
                    .allMatch(each -> exclude(each, other, depth + 1));
        }
        if (other.has("anyOf") || other.has("oneOf")) {
            return exclude(other, one, depth + 1);
        }
        if (isListed(one) && isListed(other)) {
            return Values.named(one).stream()
                    .allMatch(a -> Values.named(other).stream()
                            .noneMatch(b -> ++steps > MOST_STEPS || Values.equal(a.value(), b.value())));
        }
        Set<String> common = types(one);
        common.retainAll(types(other));
        return common.isEmpty()
                || common.equals(Set.of("object"))
                        && (propertyExcludes(one, other, depth) || propertyExcludes(other, one, depth));
    }

    /** True if a property that {@code one} requires cannot be in the other, or not with the same value. */
    private boolean propertyExcludes(SchemaNode one, SchemaNode other, int depth) {
        if (!(one.child("required").value() instanceof List<?> required) || isListed(other)) {
            return false;
        }
        SchemaNode here = one.child("properties");
        SchemaNode there = other.child("properties");
        for (Object each : required) {
            String name = String.valueOf(each);
            boolean mayBeThere = there.has(name)
                    || !Boolean.FALSE.equals(other.child("additionalProperties").value())
                    || !other.has("additionalProperties");
            if (!mayBeThere
                    || here.has(name) && there.has(name) && exclude(here.child(name), there.child(name), depth + 1)) {
                return true;
            }
        }
        return false;
    }

    private SchemaNode resolved(SchemaNode schema) {
        SchemaNode at = schema;
        for (int i = 0; i < MOST_REFERENCES; i++) {
            if (at.has("$ref")) {
                at = references.target(at.child("$ref"));
            } else if (at.has("allOf") && at.items("allOf").size() == 1) {
                at = at.items("allOf").getFirst();
            } else {
                break;
            }
        }
        return at;
    }

    private static boolean isListed(SchemaNode schema) {
        return schema.has("enum") || schema.has("const");
    }

    /** Types that a document valid to the schema may have; whole numbers are named apart. */
    private static Set<String> types(SchemaNode schema) {
        Set<String> all = new HashSet<>(Keywords.OF_TYPE.keySet());
        if (isListed(schema)) {
            all.removeIf(type -> Values.named(schema).stream().noneMatch(each -> Values.isOfType(each.value(), type)));
        } else if (schema.has("type")) {
            Object type = schema.child("type").value();
            all.retainAll(type instanceof List<?> list ? list : List.of(String.valueOf(type)));
        }
        if (all.contains("number")) {
            all.add("integer");
        }
        return all;
    }
}
