package io.tokenrouter.ui;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * The drawing of accuracy against the share of the large model. Along the width everything is a part of it in percent, so that the
 * drawing stretches; heights are pixels below the upper edge.
 *
 * @param label what it shows, in words
 * @param rules of every twentieth percent of accuracy
 * @param shares marks below
 * @param lines from point to point
 * @param name of the line, at its last point
 * @param chance what the same shares come to where chance chooses the tokens; null where that was not measured
 * @param small of the small model alone
 * @param large of the large model alone
 * @param now what the pair's policy comes to; null where it is none of those that were measured
 */
record AccuracyPlot(
        String label,
        List<Rule> rules,
        List<Mark> shares,
        List<Line> lines,
        List<Point> points,
        Name name,
        @Nullable Chance chance,
        Rule small,
        Rule large,
        @Nullable Now now) {

    static final int HEIGHT = 184;

    private static final int ACCURACY_STEP = 20;
    private static final int MARKS = 4;

    /** A level with its text. */
    record Rule(String y, String text) {}

    record Mark(String x, String anchor, String text) {}

    record Line(String x1, String y1, String x2, String y2) {}

    record Point(String x, String y) {}

    /** A text beside a point. */
    record Name(String x, String y, String anchor, String text) {}

    /** A line of its own, named at its first point. */
    record Chance(List<Line> lines, List<Point> points, Name name) {}

    record Now(String x, String y, String threshold, String share) {}

    /** @param policy whose threshold is marked, where it decides as the measured one did */
    static AccuracyPlot of(MeasuredQuality quality, @Nullable PolicyView policy) {
        String option = policy == null || !MeasuredQuality.isOf(policy) ? null : policy.thresholdOption();
        Object threshold = option == null ? null : policy.options().get(option);
        return new Scale(quality).plot(threshold instanceof Number number ? (Double) number.doubleValue() : null);
    }

    /** What of the measured lies where. */
    private static final class Scale {

        private final MeasuredQuality quality;
        private final List<MeasuredQuality.Point> points;
        private final int mostShare;
        private final int leastAccuracy;

        Scale(MeasuredQuality quality) {
            this.quality = quality;
            this.points = quality.points().stream()
                    .sorted(Comparator.comparingDouble(MeasuredQuality.Point::largeShare))
                    .toList();
            this.mostShare =
                    MARKS * (int) Math.max(1, Math.ceil(100 * points.getLast().largeShare() / MARKS));
            double least = points.stream()
                    .mapToDouble(MeasuredQuality.Point::accuracy)
                    .reduce(Math.min(quality.smallAccuracy(), quality.largeAccuracy()), Math::min);
            least = quality.random().stream()
                    .mapToDouble(MeasuredQuality.Chance::accuracy)
                    .reduce(least, Math::min);
            this.leastAccuracy = Math.min(80, ACCURACY_STEP * (int) (100 * least / ACCURACY_STEP));
        }

        AccuracyPlot plot(@Nullable Double threshold) {
            List<Rule> rules = new ArrayList<>();
            for (int percent = leastAccuracy; percent <= 100; percent += ACCURACY_STEP) {
                rules.add(new Rule(y(percent / 100.0), Integer.toString(percent)));
            }
            List<Mark> shares = new ArrayList<>();
            for (int i = 0; i <= MARKS; i++) {
                String anchor = i == 0 ? "start" : i == MARKS ? "end" : "middle";
                shares.add(new Mark(100 / MARKS * i + "%", anchor, mostShare / MARKS * i + " %"));
            }
            List<Point> drawn = points.stream()
                    .map(point -> point(point.largeShare(), point.accuracy()))
                    .toList();
            List<Point> way = new ArrayList<>(drawn);
            way.addFirst(point(0, quality.smallAccuracy()));
            return new AccuracyPlot(
                    label(),
                    rules,
                    shares,
                    lines(way),
                    drawn,
                    name(points.getLast().largeShare(), drawn.getLast(), "entropy"),
                    chance(),
                    new Rule(y(quality.smallAccuracy()), "small alone " + percent(quality.smallAccuracy())),
                    new Rule(y(quality.largeAccuracy()), "large alone " + percent(quality.largeAccuracy())),
                    threshold == null ? null : now(threshold));
        }

        /** As far as the drawing reaches. */
        private @Nullable Chance chance() {
            List<MeasuredQuality.Chance> within = quality.random().stream()
                    .filter(point -> 100 * point.largeShare() <= mostShare)
                    .toList();
            if (within.isEmpty()) {
                return null;
            }
            List<Point> drawn = within.stream()
                    .map(point -> point(point.largeShare(), point.accuracy()))
                    .toList();
            return new Chance(
                    lines(drawn), drawn, name(within.getFirst().largeShare(), drawn.getFirst(), "random, same share"));
        }

        private Point point(double share, double accuracy) {
            return new Point(x(share), y(accuracy));
        }

        private static List<Line> lines(List<Point> points) {
            List<Line> lines = new ArrayList<>();
            for (int i = 1; i < points.size(); i++) {
                Point from = points.get(i - 1);
                Point to = points.get(i);
                lines.add(new Line(from.x(), from.y(), to.x(), to.y()));
            }
            return List.copyOf(lines);
        }

        /** On the side on which there is room. */
        private Name name(double share, Point point, String text) {
            return new Name(point.x(), point.y(), 200 * share > mostShare ? "end" : "start", text);
        }

        private String label() {
            StringBuilder text = new StringBuilder("Accuracy against share of the large model.");
            for (MeasuredQuality.Point point : points) {
                text.append(' ')
                        .append(percent(point.accuracy()))
                        .append(" at ")
                        .append(percent(point.largeShare()))
                        .append(';');
            }
            for (MeasuredQuality.Chance point : quality.random()) {
                text.append(" random ")
                        .append(percent(point.accuracy()))
                        .append(" at ")
                        .append(percent(point.largeShare()))
                        .append(';');
            }
            return text.append(" small alone ")
                    .append(percent(quality.smallAccuracy()))
                    .append(", large alone ")
                    .append(percent(quality.largeAccuracy()))
                    .append('.')
                    .toString();
        }

        /** Between two measured thresholds, in proportion. */
        private @Nullable Now now(double threshold) {
            for (int i = 1; i < points.size(); i++) {
                MeasuredQuality.Point low = points.get(i - 1);
                MeasuredQuality.Point high = points.get(i);
                if (threshold <= low.threshold() && threshold >= high.threshold()) {
                    double width = low.threshold() - high.threshold();
                    double part = width == 0 ? 0 : (low.threshold() - threshold) / width;
                    double share = low.largeShare() + part * (high.largeShare() - low.largeShare());
                    double accuracy = low.accuracy() + part * (high.accuracy() - low.accuracy());
                    return new Now(
                            x(share),
                            y(accuracy),
                            "now: " + Figures.plain(threshold) + " nats",
                            percent(share) + " large");
                }
            }
            return null;
        }

        private String x(double share) {
            return String.format(Locale.ROOT, "%.2f%%", 100 * 100 * share / mostShare);
        }

        private String y(double accuracy) {
            return String.format(Locale.ROOT, "%.1f", HEIGHT * (100 - 100 * accuracy) / (100.0 - leastAccuracy));
        }

        private static String percent(double fraction) {
            return String.format(Locale.ROOT, "%.1f %%", 100 * fraction);
        }
    }
}
