package io.tokenrouter.engine.routing.builtin;

/** The newest values of a signal, at most {@code size} of them; values that are not defined are left out. */
final class Window {

    private final double[] values;
    private int count;
    private int next;

    Window(int size) {
        values = new double[size];
    }

    void add(double value) {
        if (!Double.isNaN(value)) {
            values[next] = value;
            next = (next + 1) % values.length;
            count = Math.min(count + 1, values.length);
        }
    }

    /**
     * Mean of this value and the newest ones before it, as if it were added; NaN if this value is not defined. Summed
     * afresh from old to new, so that it depends on the values in the window and nothing older.
     */
    double meanWith(double value) {
        int before = Math.min(count, values.length - 1);
        double sum = 0;
        for (int i = before; i > 0; i--) {
            sum += values[Math.floorMod(next - i, values.length)];
        }
        return (sum + value) / (before + 1);
    }
}
