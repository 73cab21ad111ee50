package io.tokenrouter.engine.tuning;

/** Carries what was measured at some knots over to those where nothing was. */
final class Levels {

    private Levels() {}

    /**
     * Replaces values without evidence: between two that have some by a linear interpolation over the knots' numbers, beyond the
     * outermost by the same value. Without any evidence nothing changes.
     *
     * @param evidence measured steps for each value; below 1 there is none
     */
    static void spread(double[] values, double[] evidence) {
        int last = -1;
        for (int i = 0; i < values.length; i++) {
            if (evidence[i] >= 1) {
                fill(values, last, i);
                last = i;
            }
        }
        for (int i = last + 1; last >= 0 && i < values.length; i++) {
            values[i] = values[last];
        }
    }

    private static void fill(double[] values, int from, int to) {
        for (int i = from + 1; i < to; i++) {
            double part = (double) (i - from) / (to - from);
            values[i] = from < 0 ? values[to] : values[from] + part * (values[to] - values[from]);
        }
    }
}
