package io.tokenrouter.ui;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.UnaryOperator;

/**
 * The way of one generation over time, as shapes: the large model's lane above, the small model's below, what waits dotted,
 * what a model only reads hatched. A hop is never thinner than can be seen.
 *
 * @param width of the picture, pixels
 * @param millis that it shows
 * @param bars hops
 * @param moves from one lane to the other
 * @param ticks of the axis
 */
record LanesDrawing(double width, double millis, List<Bar> bars, List<Move> moves, List<Tick> ticks) {

    private static final double LEFT = 12;
    private static final double RIGHT = 24;
    private static final double LEAST_WIDTH = 880;
    private static final double MOST_WIDTH = 12_000;
    private static final double PER_HOP = 56;
    private static final double THINNEST = 2;
    private static final double ROOM_FOR_TEXT = 26;
    private static final double LARGE_MIDDLE = 59;
    private static final double SMALL_MIDDLE = 169;
    private static final double TICK_DISTANCE = 110;

    /**
     * A hop.
     *
     * @param role {@code small} or {@code large}
     * @param x where its first step begins
     * @param width up to the end of its last step
     * @param readWidth of these, the part in which it reads what it missed, drawn first
     * @param waitFrom where the wait before it begins, that of a hop that came from the other lane behind the curve
     * @param text tokens, where there is room for it
     * @param label for people
     */
    record Bar(
            String role,
            double x,
            double width,
            double readWidth,
            double waitFrom,
            String text,
            String label,
            double mapX,
            double mapWidth) {

        public boolean isLarge() {
            return role.equals("large");
        }

        public boolean waits() {
            return x - waitFrom > 2;
        }

        public double middle() {
            return x + width / 2;
        }

        public String waitPath() {
            return path("M%.1f %.1fH%.1f", waitFrom, isLarge() ? LARGE_MIDDLE : SMALL_MIDDLE, x);
        }
    }

    /** A curve between the lanes. */
    record Move(String path, double mapX) {}

    record Tick(double x, String label, String anchor) {}

    /** How long it took, for people. */
    public String length() {
        return Spans.ofMillis(millis);
    }

    /**
     * @param hops at least one
     * @param roleOf a model; all but {@code small} are drawn above
     * @param totalMillis until the generation ended
     */
    static LanesDrawing of(List<HopView> hops, UnaryOperator<String> roleOf, double totalMillis) {
        double millis = Math.max(Math.max(totalMillis, hops.getLast().ended()), 1e-3);
        double width = Math.clamp(hops.size() * PER_HOP, LEAST_WIDTH, MOST_WIDTH);
        double perMilli = (width - LEFT - RIGHT) / millis;
        List<Bar> bars = new ArrayList<>();
        List<Move> moves = new ArrayList<>();
        for (int i = 0; i < hops.size(); i++) {
            HopView hop = hops.get(i);
            boolean large = !roleOf.apply(hop.model()).equals("small");
            double x = LEFT + hop.started() * perMilli;
            double length = Math.max(THINNEST, (hop.ended() - hop.started()) * perMilli);
            double from = LEFT + hop.arrived() * perMilli;
            if (i > 0 && !hops.get(i - 1).model().equals(hop.model())) {
                double reach = Math.min(12, (x - from) / 2);
                moves.add(new Move(curve(large, from, from + reach), 100 * hop.arrived() / millis));
                from += reach;
            }
            double read = Math.min(length, hop.reading() * perMilli);
            bars.add(new Bar(
                    large ? "large" : "small",
                    x,
                    length,
                    read,
                    from,
                    length - read >= ROOM_FOR_TEXT ? Integer.toString(hop.wrote()) : "",
                    label(hop),
                    100 * hop.started() / millis,
                    Math.max(0.1, 100 * (hop.ended() - hop.started()) / millis)));
        }
        return new LanesDrawing(width, millis, bars, moves, ticks(width, millis, perMilli));
    }

    private static String label(HopView hop) {
        return hop.model() + ": " + hop.wrote() + (hop.wrote() == 1 ? " token" : " tokens") + " in "
                + Spans.ofMillis(hop.ended() - hop.started()) + ", waited " + Spans.ofMillis(hop.waited());
    }

    private static String curve(boolean up, double from, double to) {
        return up
                ? path("M%1$.1f 154C%1$.1f 116 %2$.1f 120 %2$.1f 59", from, to)
                : path("M%1$.1f 79C%1$.1f 118 %2$.1f 114 %2$.1f 154", from, to);
    }

    private static List<Tick> ticks(double width, double millis, double perMilli) {
        double step = step(TICK_DISTANCE / perMilli);
        List<Tick> ticks = new ArrayList<>();
        for (double at = 0; at <= millis; at += step) {
            String anchor = at == 0 ? "start" : at > 0.95 * millis ? "end" : "middle";
            ticks.add(new Tick(LEFT + at * perMilli, at == 0 ? "0" : Spans.ofMillis(at), anchor));
        }
        return ticks;
    }

    /** The least of 1, 2, 5, 10, 20, ... that is not below. */
    private static double step(double least) {
        double power = Math.pow(10, Math.floor(Math.log10(least)));
        for (double factor : new double[] {1, 2, 5}) {
            if (factor * power >= least) {
                return factor * power;
            }
        }
        return 10 * power;
    }

    private static String path(String format, Object... numbers) {
        return String.format(Locale.ROOT, format, numbers);
    }
}
