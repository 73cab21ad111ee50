package io.tokenrouter.engine.grammar;

import io.tokenrouter.engine.text.Utf8;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * A set of texts, as bytes of UTF-8: made of a JSON schema, or put together. Knows no vocabulary; {@link TokenGrammars} brings it
 * together with one. Immutable; safe from any thread.
 */
public final class Grammar {

    private final Expr root;

    private Grammar(Expr root) {
        this.root = root;
    }

    /**
     * JSON documents that are valid to a schema, without white space outside of strings. They may be fewer than the schema allows, and
     * are never others: see docs/structured-output.md for what is supported.
     *
     * @param schema as a JSON parser gives it: maps in the order of the document, lists, strings, numbers, booleans, nulls
     * @throws UnsupportedSchemaException naming the place of what cannot be enforced
     */
    public static Grammar ofSchema(@Nullable Object schema) {
        return new Grammar(new SchemaReader(schema).read());
    }

    /**
     * The declared members of the objects that a schema describes, in its order, each on its own.
     *
     * @param schema as for {@link #ofSchema}
     * @param plain whether the member of a name is a string that is written as it is; others are JSON documents
     * @param terminator ASCII, behind each member and in no plain one; its first character must not come again in it
     * @throws UnsupportedSchemaException naming the place of what cannot be enforced, or is more than a list of members
     */
    public static List<Member> membersOf(@Nullable Object schema, Predicate<String> plain, String terminator) {
        return new SchemaReader(schema).members(plain, terminator);
    }

    /** Any JSON object. */
    public static Grammar anyObject() {
        return ofSchema(Map.of("type", "object"));
    }

    /**
     * This text and no other.
     *
     * @throws IllegalArgumentException if it is empty or has half a surrogate pair
     */
    public static Grammar text(String text) {
        byte[] bytes = Utf8.encode(text).orElseThrow(() -> new IllegalArgumentException("half a surrogate pair"));
        if (bytes.length == 0) {
            throw new IllegalArgumentException("no text");
        }
        return new Grammar(new Expr.Words(List.of(bytes)));
    }

    /** One after the other, with nothing between. */
    public static Grammar sequence(Grammar... parts) {
        return new Grammar(new Expr.Sequence(roots(List.of(parts))));
    }

    /** Any one of several. */
    public static Grammar choice(List<Grammar> alternatives) {
        return new Grammar(new Expr.Choice(roots(alternatives)));
    }

    /**
     * The same several times.
     *
     * @param least 0 or more
     * @param most at least {@code least} and 1
     */
    public static Grammar repeat(Grammar body, int least, int most) {
        if (least < 0 || most < Math.max(1, least)) {
            throw new IllegalArgumentException("from " + least + " to " + most + " times");
        }
        return new Grammar(new Expr.Repeat(body.root, least, most));
    }

    static Grammar of(Expr root) {
        return new Grammar(root);
    }

    Expr root() {
        return root;
    }

    private static List<Expr> roots(List<Grammar> grammars) {
        return grammars.stream().map(Grammar::root).toList();
    }
}
