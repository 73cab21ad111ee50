package io.tokenrouter.app.forecast;

import java.util.ArrayList;
import java.util.List;

/**
 * A logarithmic axis.
 *
 * @param from lowest value, above 0
 * @param to highest value, above {@code from}
 * @param start of the axis on the drawing
 * @param end of the axis on the drawing
 */
record LogScale(double from, double to, double start, double end) {

    double at(double value) {
        return start + (end - start) * (Math.log(value) - Math.log(from)) / (Math.log(to) - Math.log(from));
    }

    /** 1, 2 and 5 of every power of ten on the axis. */
    List<Double> ticks() {
        List<Double> ticks = new ArrayList<>();
        for (int power = (int) Math.floor(Math.log10(from)); power <= Math.log10(to); power++) {
            for (int digit : new int[] {1, 2, 5}) {
                double tick = digit * Math.pow(10, power);
                if (tick >= from && tick <= to) {
                    ticks.add(tick);
                }
            }
        }
        return ticks;
    }
}
