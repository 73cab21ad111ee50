package io.tokenrouter.engine.grammar;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** Arrays: items of a given place, then items of one kind, between two counts. */
final class ArrayReader {

    private static final int ENDLESS = Integer.MAX_VALUE;

    private final SchemaReader schemas;

    ArrayReader(SchemaReader schemas) {
        this.schemas = schemas;
    }

    Expr read(SchemaNode schema, int depth) {
        if (schema.has("uniqueItems")
                && !Boolean.FALSE.equals(schema.child("uniqueItems").value())) {
            throw schema.child("uniqueItems").fault("the keyword 'uniqueItems' is not supported");
        }
        if (schema.child("items").value() instanceof List) {
            throw schema.child("items").fault("a list is not supported here; use prefixItems");
        }
        int least = schema.count("minItems", SchemaReader.MOST_REPEATS, 0);
        int most = schema.count("maxItems", SchemaReader.MOST_REPEATS, ENDLESS);
        List<SchemaNode> places = schema.has("prefixItems") ? schema.items("prefixItems") : List.of();
        Expr.Rule after =
                new Expr.Rule(Expr.sequence(others(schema, places.size(), least, most, depth), Expr.text("]")));
        for (int place = places.size() - 1; place >= 0; place--) {
            Expr item = schemas.inner(places.get(place), depth + 1);
            Expr more = place == 0 ? Expr.sequence(item, after) : Expr.sequence(Expr.text(","), item, after);
            Expr end = place >= least ? Expr.text("]") : Expr.NOTHING;
            after = new Expr.Rule(Expr.choice(place < most ? more : Expr.NOTHING, end));
        }
        return Expr.sequence(Expr.text("["), after);
    }

    /** What comes behind the items of a given place. */
    private Expr others(SchemaNode schema, int places, int least, int most, int depth) {
        int atLeast = Math.max(0, least - places);
        int atMost = most == ENDLESS ? Expr.UNBOUNDED : most - places;
        Expr described = described(schema, places, atLeast, depth);
        if (described == null || most != ENDLESS && atMost <= 0) {
            return atLeast == 0 ? Expr.sequence() : Expr.NOTHING;
        }
        if (most != ENDLESS && atLeast > atMost) {
            return Expr.NOTHING;
        }
        Expr.Rule item = new Expr.Rule(described);
        Expr behindComma = Expr.sequence(Expr.text(","), item);
        if (places > 0) {
            return new Expr.Repeat(behindComma, atLeast, atMost);
        }
        int mostBehind = most == ENDLESS ? Expr.UNBOUNDED : atMost - 1;
        Expr some = Expr.sequence(item, new Expr.Repeat(behindComma, Math.max(0, atLeast - 1), mostBehind));
        return atLeast == 0 ? Expr.optional(some) : some;
    }

    /** Null where there are none: behind given places, unless the schema says what they are or asks for more. */
    private @Nullable Expr described(SchemaNode schema, int places, int atLeast, int depth) {
        if (schema.has("items")) {
            return schemas.inner(schema.child("items"), depth + 1);
        }
        return places == 0 || atLeast > 0 ? Json.VALUE : null;
    }
}
