package io.tokenrouter.engine.grammar;

import static io.tokenrouter.engine.grammar.Expr.choice;
import static io.tokenrouter.engine.grammar.Expr.optional;
import static io.tokenrouter.engine.grammar.Expr.sequence;
import static io.tokenrouter.engine.grammar.Expr.text;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Strings of a {@code format}, with their quotes. Each is narrower than its standard where that has corners: no 29th of February, no
 * leap seconds, offsets of whole minutes, names of mail boxes of letters and digits with single points between.
 */
final class Formats {

    private static final Expr LETTER_OR_DIGIT =
            choice(Json.DIGIT, new Expr.ByteRange('a', 'z'), new Expr.ByteRange('A', 'Z'));

    private static final Expr DATE = sequence(digits(4), text("-"), monthAndDay());

    private static final Expr CLOCK = sequence(twoDigits("23"), text(":"), twoDigits("59"));

    private static final Expr TIME = sequence(
            CLOCK,
            text(":"),
            twoDigits("59"),
            optional(sequence(text("."), new Expr.Repeat(Json.DIGIT, 1, 6))),
            choice(text("Z"), sequence(choice(text("+"), text("-")), CLOCK)));

    private static final Map<String, Expr> KNOWN = Map.of(
            "date", DATE,
            "time", TIME,
            "date-time", sequence(DATE, text("T"), TIME),
            "uuid", uuid(),
            "ipv4", sequence(octet(), text("."), octet(), text("."), octet(), text("."), octet()),
            "email", email());

    private static final Map<String, Expr> QUOTED = KNOWN.entrySet().stream()
            .collect(Collectors.toUnmodifiableMap(Map.Entry::getKey, each -> quoted(each.getValue())));

    private Formats() {}

    /** Null for a format that is not supported. */
    static @Nullable Expr of(String name) {
        return QUOTED.get(name);
    }

    /** The same without quotes. */
    static @Nullable Expr plain(String name) {
        return KNOWN.get(name);
    }

    private static Expr quoted(Expr content) {
        return new Expr.Rule(sequence(text("\""), content, text("\"")));
    }

    private static Expr monthAndDay() {
        return choice(
                sequence(words("01-", "03-", "05-", "07-", "08-", "10-", "12-"), between("01", "31")),
                sequence(words("04-", "06-", "09-", "11-"), between("01", "30")),
                sequence(text("02-"), between("01", "28")));
    }

    private static Expr uuid() {
        Expr hyphen = text("-");
        return sequence(hex(8), hyphen, hex(4), hyphen, hex(4), hyphen, hex(4), hyphen, hex(12));
    }

    private static Expr email() {
        Expr label = new Expr.Repeat(LETTER_OR_DIGIT, 1, 20);
        return sequence(
                label,
                new Expr.Repeat(sequence(text("."), label), 0, 2),
                text("@"),
                new Expr.Repeat(sequence(label, text(".")), 1, 3),
                new Expr.Repeat(new Expr.ByteRange('a', 'z'), 2, 6));
    }

    private static Expr octet() {
        return choice(Json.DIGIT, between("10", "99"), between("100", "199"), between("200", "255"));
    }

    private static Expr hex(int count) {
        return new Expr.Repeat(Json.HEX, count, count);
    }

    private static Expr digits(int count) {
        return new Expr.Repeat(Json.DIGIT, count, count);
    }

    private static Expr twoDigits(String last) {
        return between("00", last);
    }

    private static Expr between(String first, String last) {
        EqualLength strings = new EqualLength('0', '9');
        strings.add(first.getBytes(StandardCharsets.US_ASCII), last.getBytes(StandardCharsets.US_ASCII));
        return new Expr.RangedBytes(strings.strings());
    }

    private static Expr words(String... words) {
        return choice(Arrays.stream(words).map(Expr::text).toArray(Expr[]::new));
    }
}
