package io.tokenrouter.app.v1;

import org.jspecify.annotations.Nullable;

/** Range checks that answer 400 and name the field. */
final class Checks {

    private Checks() {}

    /** The value as a float, or the default where the field was left out. */
    static float number(String param, @Nullable Double value, double low, double high, float byDefault) {
        if (value == null) {
            return byDefault;
        }
        if (!(value >= low && value <= high)) {
            throw ApiException.invalid(
                    param,
                    param + " must be a number from " + plain(low) + " to " + plain(high) + ", not " + value + ".");
        }
        return value.floatValue();
    }

    /** As {@link #number}, with the low end left out. */
    static float above(String param, @Nullable Double value, double low, double high, float byDefault) {
        float number = number(param, value, low, high, byDefault);
        if (number <= low) {
            throw ApiException.invalid(
                    param,
                    param + " must be above " + plain(low) + " and at most " + plain(high) + ", not " + value + ".");
        }
        return number;
    }

    static int integer(String param, @Nullable Integer value, int low, int high, int byDefault) {
        if (value == null) {
            return byDefault;
        }
        if (value < low || value > high) {
            throw ApiException.invalid(
                    param, param + " must be a whole number from " + low + " to " + high + ", not " + value + ".");
        }
        return value;
    }

    private static String plain(double value) {
        return value == Math.rint(value) ? Long.toString((long) value) : Double.toString(value);
    }
}
