package io.tokenrouter.engine.grammar;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.RoundingMode;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Numbers between bounds. They are written without an exponent: as whole ones, or with as many digits behind the point as the bounds
 * have, at least one, and up to eight more. Cut behind the digits that the bounds have, and without their point, they are a range of
 * whole numbers. What is nearer to an excluded bound, or from below to zero, than one such digit is left out.
 */
final class NumberReader {

    private static final int MOST_DECIMALS = 9;
    private static final int MOST_FURTHER = 8;
    private static final BigDecimal LARGEST =
            BigDecimal.TEN.pow(Json.WHOLE_DIGITS).subtract(BigDecimal.ONE);

    private NumberReader() {}

    /** From and to, both included. */
    private record Interval(BigInteger from, BigInteger to) {

        boolean isEmpty() {
            return from.compareTo(to) > 0;
        }

        Interval negated() {
            return new Interval(to.negate(), from.negate());
        }

        Interval atLeast(BigInteger least) {
            return new Interval(from.max(least), to);
        }
    }

    /**
     * @param bound null where there is none
     * @param included whether the bound itself is in
     */
    private record Bound(@Nullable BigDecimal bound, boolean included) {

        boolean isInside() {
            return bound != null && included;
        }

        /** The bound as a multiple of 10^-decimals; one that is not in is the neighbour. */
        BigInteger scaled(int decimals, boolean lower, BigDecimal unbounded) {
            BigDecimal shifted =
                    (bound == null ? unbounded : bound.min(LARGEST).max(LARGEST.negate())).movePointRight(decimals);
            BigInteger nearest = shifted.setScale(0, lower ? RoundingMode.CEILING : RoundingMode.FLOOR)
                    .toBigInteger();
            boolean isOut = bound != null && !included && new BigDecimal(nearest).compareTo(shifted) == 0;
            return !isOut ? nearest : lower ? nearest.add(BigInteger.ONE) : nearest.subtract(BigInteger.ONE);
        }
    }

    static boolean isBounded(SchemaNode schema) {
        return Keywords.BOUNDS.stream().anyMatch(schema::has);
    }

    static Expr whole(SchemaNode schema) {
        return either(interval(lower(schema), upper(schema), 0), NumberReader::digits);
    }

    static Expr any(SchemaNode schema) {
        Bound lower = lower(schema);
        Bound upper = upper(schema);
        int decimals = Math.max(1, Math.max(decimals(lower), decimals(upper)));
        if (decimals > MOST_DECIMALS) {
            throw schema.fault("a bound has more than " + MOST_DECIMALS + " digits behind the point");
        }
        Interval cut = interval(lower, upper, decimals);
        Interval up = cut.atLeast(BigInteger.ZERO);
        Interval down = cut.negated().atLeast(BigInteger.ONE);
        return Expr.choice(
                either(interval(lower, upper, 0), NumberReader::digits),
                withPoint(up, decimals, upper.isInside()),
                Expr.sequence(Expr.text("-"), withPoint(down, decimals, lower.isInside())));
    }

    /** Numbers of either sign; zero has none. */
    private static Expr either(Interval range, Function<Interval, Expr> spelling) {
        return Expr.choice(
                spelling.apply(range.atLeast(BigInteger.ZERO)),
                Expr.sequence(Expr.text("-"), spelling.apply(range.negated().atLeast(BigInteger.ONE))));
    }

    private static Expr digits(Interval range) {
        List<Expr> alternatives = new ArrayList<>();
        for (EqualLength strings : byLength(range, 1)) {
            alternatives.add(new Expr.RangedBytes(strings.strings()));
        }
        return new Expr.Choice(alternatives);
    }

    /**
     * @param range of what is left of the numbers when they are cut, without their point
     * @param exactEnd whether the end of the range is a bound, behind which no digit but zero may follow
     */
    private static Expr withPoint(Interval range, int decimals, boolean exactEnd) {
        if (range.isEmpty()) {
            return Expr.NOTHING;
        }
        Expr further = new Expr.Repeat(Json.DIGIT, 0, MOST_FURTHER);
        if (!exactEnd) {
            return withPoint(range, decimals, further);
        }
        return Expr.choice(
                withPoint(new Interval(range.from, range.to.subtract(BigInteger.ONE)), decimals, further),
                withPoint(new Interval(range.to, range.to), decimals, Expr.sequence()));
    }

    private static Expr withPoint(Interval range, int decimals, Expr further) {
        List<Expr> alternatives = new ArrayList<>();
        for (EqualLength strings : byLength(range, decimals + 1)) {
            for (List<Expr.ByteRange> string : strings.strings()) {
                List<Expr> parts = new ArrayList<>(string);
                parts.add(string.size() - decimals, Expr.text("."));
                parts.add(further);
                alternatives.add(new Expr.Sequence(parts));
            }
        }
        return new Expr.Choice(alternatives);
    }

    /** The digits of the numbers of a range, at least so many: filled up with zeros in front. */
    private static List<EqualLength> byLength(Interval range, int leastDigits) {
        List<EqualLength> all = new ArrayList<>();
        BigInteger from = range.from;
        for (int length = leastDigits; from.compareTo(range.to) <= 0; length++) {
            BigInteger longest = BigInteger.TEN.pow(length).subtract(BigInteger.ONE);
            if (from.compareTo(longest) <= 0) {
                EqualLength strings = new EqualLength('0', '9');
                strings.add(padded(from, length), padded(range.to.min(longest), length));
                all.add(strings);
                from = longest.add(BigInteger.ONE);
            }
        }
        return all;
    }

    private static byte[] padded(BigInteger value, int length) {
        String digits = value.toString();
        return ("0".repeat(length - digits.length()) + digits).getBytes(StandardCharsets.US_ASCII);
    }

    private static Interval interval(Bound lower, Bound upper, int decimals) {
        return new Interval(lower.scaled(decimals, true, LARGEST.negate()), upper.scaled(decimals, false, LARGEST));
    }

    private static int decimals(Bound bound) {
        return bound.bound == null
                ? 0
                : Math.max(0, bound.bound.stripTrailingZeros().scale());
    }

    private static Bound lower(SchemaNode schema) {
        BigDecimal with = value(schema, "minimum");
        BigDecimal without = value(schema, "exclusiveMinimum");
        return without == null || with != null && with.compareTo(without) > 0
                ? new Bound(with, true)
                : new Bound(without, false);
    }

    private static Bound upper(SchemaNode schema) {
        BigDecimal with = value(schema, "maximum");
        BigDecimal without = value(schema, "exclusiveMaximum");
        return without == null || with != null && with.compareTo(without) < 0
                ? new Bound(with, true)
                : new Bound(without, false);
    }

    private static @Nullable BigDecimal value(SchemaNode schema, String keyword) {
        if (!schema.has(keyword)) {
            return null;
        }
        SchemaNode bound = schema.child(keyword);
        if (bound.value() instanceof Number number && Values.isFinite(number)) {
            return Values.decimal(number);
        }
        throw bound.fault("must be a number");
    }
}
