package io.tokenrouter.engine.grammar;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/**
 * Names of properties that are not declared. A name must not be one of the declared in disguise, so it is written without escapes,
 * and those that need some cannot be written.
 */
final class OtherNames {

    private static final int LONGEST = 256;

    /** A trie of the taken names by character. */
    private static final class Names {
        private final Map<Integer, Names> next = new TreeMap<>();
        private boolean taken;
    }

    private OtherNames() {}

    /**
     * @param place of the schema, for errors
     * @throws UnsupportedSchemaException if a taken name is too long to be told from others
     */
    static Expr than(Set<String> taken, SchemaNode place) {
        if (taken.isEmpty()) {
            return Json.STRING;
        }
        Names names = new Names();
        for (String name : taken) {
            if (name.length() > LONGEST) {
                throw place.fault("beside a property whose name has more than " + LONGEST
                        + " characters others are not supported");
            }
            Names at = names;
            for (int character : name.codePoints().toArray()) {
                at = at.next.computeIfAbsent(character, c -> new Names());
            }
            at.taken = true;
        }
        Expr.Rule rest = new Expr.Rule(Expr.sequence(Expr.anyNumberOf(CodePoints.PLAIN.utf8()), Expr.text("\"")));
        return Expr.sequence(Expr.text("\""), after(names, rest));
    }

    private static Expr after(Names names, Expr rest) {
        List<Expr> ways = new ArrayList<>();
        names.next.forEach((character, more) -> {
            Expr same = new CodePoints(List.of(new CodePoints.Range(character, character))).utf8();
            ways.add(Expr.sequence(same, after(more, rest)));
        });
        Expr other = CodePoints.PLAIN.without(names.next.keySet()).utf8();
        ways.add(Expr.sequence(other, rest));
        if (!names.taken) {
            ways.add(Expr.text("\""));
        }
        return new Expr.Choice(ways);
    }
}
