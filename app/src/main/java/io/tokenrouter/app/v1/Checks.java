package io.tokenrouter.app.v1;

import java.math.BigDecimal;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/**
 * Reads numbers. Whatever is wrong with one, its type or its size, the answer is a 400 that names the field and says what it
 * may be. A field that is null counts as left out.
 */
final class Checks {

    private Checks() {}

    static boolean isGiven(@Nullable JsonNode value) {
        return value != null && !value.isNull();
    }

    /** The value as a float, or the default where the field was left out. */
    static float number(String param, @Nullable JsonNode value, double low, double high, float byDefault) {
        if (!isGiven(value)) {
            return byDefault;
        }
        if (!value.isNumber() || !(value.doubleValue() >= low && value.doubleValue() <= high)) {
            throw wrong(param, param + " must be a number from " + plain(low) + " to " + plain(high), value);
        }
        return value.floatValue();
    }

    /** As {@link #number}, with 0, the low end, left out. What a float cannot tell from 0 becomes the smallest that it can. */
    static float aboveZero(String param, @Nullable JsonNode value, double high, float byDefault) {
        if (!isGiven(value)) {
            return byDefault;
        }
        if (!value.isNumber() || !(value.doubleValue() > 0 && value.doubleValue() <= high)) {
            throw wrong(param, param + " must be a number above 0 and at most " + plain(high), value);
        }
        return Math.max(Float.MIN_NORMAL, (float) value.doubleValue());
    }

    /** The value, or the default where the field was left out. */
    static int integer(String param, @Nullable JsonNode value, int low, int high, int byDefault) {
        return (int) whole(param, value, low, high, byDefault);
    }

    /** As {@link #integer}, with 64 bits. */
    static long wide(String param, @Nullable JsonNode value, long byDefault) {
        return whole(param, value, Long.MIN_VALUE, Long.MAX_VALUE, byDefault);
    }

    private static long whole(String param, @Nullable JsonNode value, long low, long high, long byDefault) {
        if (!isGiven(value)) {
            return byDefault;
        }
        if (!value.isIntegralNumber()
                || !value.canConvertToLong()
                || value.longValue() < low
                || value.longValue() > high) {
            throw wrong(param, param + " must be a whole number from " + low + " to " + high, value);
        }
        return value.longValue();
    }

    private static ApiException wrong(String param, String rule, JsonNode value) {
        return ApiException.invalid(param, rule + ", not " + ApiException.shorten(value.toString()) + ".");
    }

    private static String plain(double value) {
        return new BigDecimal(Double.toString(value)).stripTrailingZeros().toPlainString();
    }
}
