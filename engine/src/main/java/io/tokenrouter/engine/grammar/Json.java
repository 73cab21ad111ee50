package io.tokenrouter.engine.grammar;

import static io.tokenrouter.engine.grammar.Expr.anyNumberOf;
import static io.tokenrouter.engine.grammar.Expr.choice;
import static io.tokenrouter.engine.grammar.Expr.optional;
import static io.tokenrouter.engine.grammar.Expr.sequence;
import static io.tokenrouter.engine.grammar.Expr.text;

/**
 * The parts of JSON (RFC 8259), without white space outside of strings: where it is allowed a model can write it for ever.
 *
 * <p>Narrower than the standard where readers differ: numbers have at most 18 digits before the point, 17 behind it and an exponent of
 * two, so that each is finite and each whole one without an exponent fits 64 bits; strings have no halves of surrogate pairs.
 */
final class Json {

    static final int WHOLE_DIGITS = 18;
    private static final int FRACTION_DIGITS = 17;
    private static final int EXPONENT_DIGITS = 2;

    static final Expr DIGIT = new Expr.ByteRange('0', '9');
    private static final Expr FIRST_DIGIT = new Expr.ByteRange('1', '9');
    static final Expr HEX = choice(DIGIT, new Expr.ByteRange('a', 'f'), new Expr.ByteRange('A', 'F'));

    /** Above zero. */
    private static final Expr POSITIVE = sequence(FIRST_DIGIT, new Expr.Repeat(DIGIT, 0, WHOLE_DIGITS - 1));

    /** One character between quotes, plain or escaped. */
    static final Expr.Rule CHARACTER = new Expr.Rule(choice(CodePoints.PLAIN.utf8(), escape()));

    static final Expr.Rule STRING = new Expr.Rule(sequence(text("\""), anyNumberOf(CHARACTER.body()), text("\"")));

    static final Expr.Rule INTEGER = new Expr.Rule(choice(text("0"), POSITIVE, sequence(text("-"), POSITIVE)));

    static final Expr.Rule NUMBER = new Expr.Rule(sequence(
            optional(text("-")),
            choice(text("0"), POSITIVE),
            optional(sequence(text("."), new Expr.Repeat(DIGIT, 1, FRACTION_DIGITS))),
            optional(sequence(
                    choice(text("e"), text("E")),
                    optional(choice(text("+"), text("-"))),
                    new Expr.Repeat(DIGIT, 1, EXPONENT_DIGITS)))));

    static final Expr BOOLEAN = choice(text("true"), text("false"));

    static final Expr NULL = text("null");

    /** Any value. */
    static final Expr.Rule VALUE = new Expr.Rule();

    static final Expr.Rule ARRAY = new Expr.Rule(sequence(text("["), list(VALUE), text("]")));

    static final Expr.Rule OBJECT =
            new Expr.Rule(sequence(text("{"), list(sequence(STRING, text(":"), VALUE)), text("}")));

    static {
        VALUE.define(choice(STRING, OBJECT, ARRAY, NUMBER, BOOLEAN, NULL));
    }

    private Json() {}

    /** A string of so many characters; an escaped one counts as one. */
    static Expr string(int least, int most) {
        return least == 0 && most == Expr.UNBOUNDED
                ? STRING
                : sequence(text("\""), new Expr.Repeat(CHARACTER, least, most), text("\""));
    }

    private static Expr list(Expr item) {
        return optional(sequence(item, anyNumberOf(sequence(text(","), item))));
    }

    private static Expr escape() {
        Expr.ByteRange belowSurrogates = new Expr.ByteRange('0', '7');
        Expr unit = choice(
                sequence(choice(DIGIT, range("abc"), range("ABC"), range("ef"), range("EF")), HEX, HEX, HEX),
                sequence(choice(text("d"), text("D")), belowSurrogates, HEX, HEX));
        return sequence(
                text("\\"),
                choice(
                        text("\""),
                        text("\\"),
                        text("/"),
                        text("b"),
                        text("f"),
                        text("n"),
                        text("r"),
                        text("t"),
                        sequence(text("u"), unit)));
    }

    private static Expr range(String letters) {
        return new Expr.ByteRange(letters.charAt(0), letters.charAt(letters.length() - 1));
    }
}
