package io.tokenrouter.engine.routing;

import io.tokenrouter.engine.api.EngineException;
import io.tokenrouter.engine.text.Characters;
import io.tokenrouter.engine.text.Utf8;
import java.math.BigDecimal;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One option of an algorithm: what it may be and what it is for.
 *
 * @param name as policies spell it
 * @param type what values look like
 * @param defaultValue {@link Double}, {@link Long}, {@link String} or {@link Boolean} by type; null where leaving it out
 *     means something that the help tells
 * @param min smallest number, or fewest characters; inclusive
 * @param max largest number, or most characters; inclusive
 * @param unit for people, may be empty
 * @param help one or two sentences
 * @param choices allowed words, empty unless the type is {@link Type#CHOICE}
 */
public record OptionSpec(
        String name,
        Type type,
        @Nullable Object defaultValue,
        double min,
        double max,
        String unit,
        String help,
        List<String> choices) {

    /** What values of an option look like. */
    public enum Type {
        NUMBER,
        INTEGER,
        CHOICE,
        FLAG,
        TEXT
    }

    public OptionSpec {
        choices = List.copyOf(choices);
    }

    public static OptionSpec number(
            String name, @Nullable Double defaultValue, double min, double max, String unit, String help) {
        return new OptionSpec(name, Type.NUMBER, defaultValue, min, max, unit, help, List.of());
    }

    public static OptionSpec integer(
            String name, @Nullable Long defaultValue, long min, long max, String unit, String help) {
        return new OptionSpec(name, Type.INTEGER, defaultValue, min, max, unit, help, List.of());
    }

    public static OptionSpec choice(String name, String defaultValue, List<String> choices, String help) {
        return new OptionSpec(name, Type.CHOICE, defaultValue, 0, 0, "", help, choices);
    }

    public static OptionSpec flag(String name, boolean defaultValue, String help) {
        return new OptionSpec(name, Type.FLAG, defaultValue, 0, 0, "", help, List.of());
    }

    /**
     * @param most characters, at least 1; fewer than 1 are never allowed
     */
    public static OptionSpec text(String name, String defaultValue, int most, String help) {
        return new OptionSpec(name, Type.TEXT, defaultValue, 1, most, "", help, List.of());
    }

    /** The range in words, for forms and error messages. */
    public String range() {
        return switch (type) {
            case NUMBER -> "a number from " + plain(min) + " to " + plain(max);
            // a double has no last digits of what has 64 bits, and neither has it of its limits
            case INTEGER -> "a whole number from " + (long) min + " to " + (long) max;
            case CHOICE -> "one of " + String.join(", ", choices);
            case FLAG -> "true or false";
            case TEXT -> "a text of " + plain(min) + " to " + plain(max) + " characters";
        };
    }

    /**
     * The value as {@link Double}, {@link Long}, {@link String} or {@link Boolean}.
     *
     * @param param name of the request field, for the error
     * @throws EngineException INVALID_REQUEST if the value is of another type or outside the range
     */
    Object check(Object value, String param) {
        Object checked = switch (type) {
            case NUMBER -> value instanceof Number number ? inRange(number.doubleValue()) : null;
            case INTEGER -> value instanceof Number number ? whole(number) : null;
            case CHOICE -> value instanceof String word && choices.contains(word) ? word : null;
            case FLAG -> value instanceof Boolean flag ? flag : null;
            case TEXT -> value instanceof String text && fits(text) ? text : null;
        };
        if (checked == null) {
            String shown =
                    value instanceof String ? "'" + Suggestions.shorten(value.toString()) + "'" : value.toString();
            throw EngineException.invalid(param, param + " must be " + range() + ", not " + Suggestions.shorten(shown));
        }
        return checked;
    }

    /** A text with half a surrogate pair can be in no answer. */
    private boolean fits(String text) {
        int length = Characters.count(text);
        return length >= min && length <= max && Utf8.encode(text).isPresent();
    }

    private @Nullable Double inRange(double value) {
        return value >= min && value <= max ? value : null;
    }

    /** Null also for 1.0: a whole number is written without a fraction, as everywhere in the API. */
    private @Nullable Long whole(Number number) {
        boolean isFraction = number instanceof Double || number instanceof Float || number instanceof BigDecimal;
        if (isFraction || inRange(number.doubleValue()) == null) {
            return null;
        }
        try {
            return new BigDecimal(number.toString()).longValueExact();
        } catch (ArithmeticException fractionOrBeyond) {
            return null;
        }
    }

    private static String plain(double value) {
        return new BigDecimal(Double.toString(value)).stripTrailingZeros().toPlainString();
    }
}
