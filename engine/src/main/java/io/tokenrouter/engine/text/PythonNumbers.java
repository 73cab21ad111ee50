package io.tokenrouter.engine.text;

import java.math.BigDecimal;

/** Numbers as Python writes them. */
public final class PythonNumbers {

    private static final int FIXED_FROM = -4;
    private static final int FIXED_TO = 16;

    private PythonNumbers() {}

    /** Whole numbers as digits; others as the shortest digits that give the same double, with an exponent if far from 1. */
    public static String repr(Number number) {
        return switch (number) {
            case Double value -> repr(value.doubleValue());
            case Float value -> repr(value.doubleValue());
            case BigDecimal value -> repr(value.doubleValue());
            default -> number.toString();
        };
    }

    private static String repr(double value) {
        if (Double.isNaN(value) || Double.isInfinite(value)) {
            return Double.isNaN(value) ? "NaN" : value > 0 ? "Infinity" : "-Infinity";
        }
        if (value == 0) {
            return 1 / value < 0 ? "-0.0" : "0.0";
        }
        BigDecimal digits = new BigDecimal(Double.toString(value)).stripTrailingZeros();
        int exponent = digits.precision() - digits.scale() - 1;
        if (exponent >= FIXED_FROM && exponent < FIXED_TO) {
            String plain = digits.toPlainString();
            return plain.contains(".") ? plain : plain + ".0";
        }
        String mantissa = digits.movePointLeft(exponent).stripTrailingZeros().toPlainString();
        return mantissa + "e" + (exponent < 0 ? "-" : "+") + String.format("%02d", Math.abs(exponent));
    }
}
