package io.tokenrouter.engine.grammar;

import io.tokenrouter.engine.text.Utf8;
import java.util.ArrayList;
import java.util.List;

/**
 * Strings as they are, without quotes and escapes, in front of a text at which they end. They have tabs and line breaks, but no other
 * control characters, and do not contain that text.
 */
final class PlainText {

    private static final CodePoints CHARACTERS = new CodePoints(List.of(
            new CodePoints.Range('\t', '\n'),
            new CodePoints.Range(' ', 0xD7FF),
            new CodePoints.Range(0xE000, 0x10FFFF)));

    private final String terminator;
    private final Expr anything;
    private final Expr safe;

    /** @param terminator ASCII; its first character must not come again in it */
    PlainText(String terminator) {
        if (terminator.length() < 2 || terminator.lastIndexOf(terminator.charAt(0)) > 0) {
            throw new IllegalArgumentException("cannot end at " + terminator);
        }
        this.terminator = terminator;
        this.anything = without(terminator);
        this.safe = CHARACTERS.without(List.of((int) terminator.charAt(0))).utf8();
    }

    /**
     * The strings that are valid to a schema whose type is string or has it among others.
     *
     * @throws UnsupportedSchemaException naming the place of what cannot be enforced, or cannot be written
     */
    Expr of(SchemaNode schema) {
        if (schema.value() instanceof Boolean any) {
            return any ? anything : Expr.NOTHING;
        }
        String subject = Keywords.subject(schema);
        if (schema.has("type") && !SchemaReader.types(schema).contains("string")) {
            throw schema.child("type").fault("must be string, or have it, for a plain text");
        }
        return switch (subject) {
            case "enum" -> listed(schema);
            case "type" -> schema.has("format") ? format(schema) : bounded(schema);
            case String other -> throw schema.child(other).fault("'" + other + "' is not supported for a plain text");
        };
    }

    private Expr listed(SchemaNode schema) {
        List<Expr> values = new ArrayList<>();
        for (SchemaNode each : Values.named(schema)) {
            if (each.value() instanceof String text
                    && !text.contains(terminator)
                    && Utf8.encode(text).isPresent()) {
                values.add(text.isEmpty() ? Expr.sequence() : Expr.text(text));
            }
        }
        if (values.isEmpty()) {
            throw schema.fault("has no value that can be written as a plain text");
        }
        return new Expr.Choice(values);
    }

    private static Expr format(SchemaNode schema) {
        SchemaReader.requireFormatAlone(schema);
        Expr known = Formats.plain(schema.child("format").text());
        if (known == null) {
            throw schema.child("format").fault("the format is not supported");
        }
        return known;
    }

    /** Where characters are counted, the first one of the terminator is left out. */
    private Expr bounded(SchemaNode schema) {
        int least = schema.count("minLength", SchemaReader.MOST_REPEATS, 0);
        int most = schema.count("maxLength", SchemaReader.MOST_REPEATS, Expr.UNBOUNDED);
        if (most == Expr.UNBOUNDED) {
            return least == 0 ? anything : Expr.sequence(new Expr.Repeat(safe, least, least), anything);
        }
        return least > most ? Expr.NOTHING : most == 0 ? Expr.sequence() : new Expr.Repeat(safe, least, most);
    }

    /** One rule for each beginning of the terminator that may have been read: what may follow it (Knuth, Morris and Pratt, 1977). */
    private static Expr without(String terminator) {
        List<Expr.Rule> behind = new ArrayList<>();
        for (int i = 0; i < terminator.length(); i++) {
            behind.add(new Expr.Rule());
        }
        int first = terminator.charAt(0);
        for (int i = 0; i < terminator.length(); i++) {
            int next = terminator.charAt(i);
            List<Expr> ways = new ArrayList<>();
            ways.add(Expr.sequence());
            ways.add(Expr.sequence(CHARACTERS.without(List.of(first, next)).utf8(), behind.getFirst()));
            ways.add(Expr.sequence(Expr.text(Character.toString(first)), behind.get(1)));
            if (i > 0 && i + 1 < terminator.length()) {
                ways.add(Expr.sequence(Expr.text(Character.toString(next)), behind.get(i + 1)));
            }
            behind.get(i).define(new Expr.Choice(ways));
        }
        return behind.getFirst();
    }
}
