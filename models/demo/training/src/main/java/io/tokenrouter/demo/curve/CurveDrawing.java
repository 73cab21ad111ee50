package io.tokenrouter.demo.curve;

import io.tokenrouter.demo.curve.Curve.Point;
import io.tokenrouter.demo.curve.Curve.Stroke;
import java.util.List;
import java.util.Locale;

/** Curves as an SVG picture that can be read on light and on dark ground. Colours repeat after eight curves. */
public final class CurveDrawing {

    private static final int WIDTH = 720;
    private static final int PLOT = 324;
    private static final int LEFT = 64;
    private static final int RIGHT = 20;
    private static final int BOTTOM = 52;
    private static final int VERTICAL_STEPS = 5;
    private static final int COLOURS = 8;
    private static final int LEGEND_LEFT = LEFT + 130;
    private static final int LEGEND_LINE = 20;
    private static final double LETTER = 7.2;

    private static final String STYLE = """
            <style>
              svg { font: 13px system-ui, sans-serif }
              .ground { fill: #ffffff } text { fill: #24292f } .grid { stroke: #d0d7de }
              .line { fill: none; stroke-width: 2.5 } .dashed { stroke-dasharray: 9 3 } .dotted { stroke-dasharray: 2 3 }
              .alone { stroke: #57606a; stroke-dasharray: 6 4 }
              .c0 { stroke: #0969da } .c1 { stroke: #bc4c00 } .c2 { stroke: #6e7781 } .c3 { stroke: #1a7f37 }
              .c4 { stroke: #8250df } .c5 { stroke: #bf3989 } .c6 { stroke: #9a6700 } .c7 { stroke: #cf222e }
              .d0 { fill: #0969da } .d1 { fill: #bc4c00 } .d2 { fill: #6e7781 } .d3 { fill: #1a7f37 }
              .d4 { fill: #8250df } .d5 { fill: #bf3989 } .d6 { fill: #9a6700 } .d7 { fill: #cf222e }
              @media (prefers-color-scheme: dark) {
                .ground { fill: #0d1117 } text { fill: #e6edf3 } .grid { stroke: #30363d } .alone { stroke: #8b949e }
                .c0 { stroke: #58a6ff } .c1 { stroke: #ffa657 } .c2 { stroke: #8b949e } .c3 { stroke: #3fb950 }
                .c4 { stroke: #bc8cff } .c5 { stroke: #f778ba } .c6 { stroke: #d29922 } .c7 { stroke: #ff7b72 }
                .d0 { fill: #58a6ff } .d1 { fill: #ffa657 } .d2 { fill: #8b949e } .d3 { fill: #3fb950 }
                .d4 { fill: #bc8cff } .d5 { fill: #f778ba } .d6 { fill: #d29922 } .d7 { fill: #ff7b72 }
              }
            </style>
            """;

    private final ShareAxis axis;
    private final List<Alone> alone;
    private final List<Curve> curves;
    private final int legendColumns;
    private final double legendColumn;
    private final int top;
    private final int height;
    private final StringBuilder svg = new StringBuilder();

    /** A model alone: a height, wherever its share would be. */
    public record Alone(String model, double accuracy) {}

    private CurveDrawing(ShareAxis axis, List<Alone> alone, List<Curve> curves) {
        this.axis = axis;
        this.alone = alone;
        this.curves = curves;
        int longest =
                curves.stream().mapToInt(curve -> curve.name().length()).max().orElse(0);
        legendColumn = Math.max(120, 48 + LETTER * longest);
        legendColumns = Math.max(1, (int) ((WIDTH - RIGHT - LEGEND_LEFT) / legendColumn));
        top = 44 + LEGEND_LINE * Math.max(0, (curves.size() - 1) / legendColumns);
        height = top + PLOT + BOTTOM;
    }

    /** Shares from 0 to the largest of them. */
    public static String linear(List<Alone> alone, List<Curve> curves) {
        double largest = curves.stream()
                .flatMap(curve -> curve.points().stream())
                .mapToDouble(Point::largeShare)
                .max()
                .orElse(1);
        return new CurveDrawing(ShareAxis.linear(largest), alone, curves).svg();
    }

    /** Shares from half a percent to all, each step of the axis a factor. */
    public static String logarithmic(List<Alone> alone, List<Curve> curves) {
        return new CurveDrawing(ShareAxis.logarithmic(), alone, curves).svg();
    }

    private String svg() {
        add(
                "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 %d %d\" role=\"img\" aria-labelledby=\"t\">",
                WIDTH, height);
        add("<title id=\"t\">Accuracy against the share of tokens that the large model writes</title>");
        svg.append(STYLE);
        add("<rect class=\"ground\" width=\"%d\" height=\"%d\"/>", WIDTH, height);
        grid();
        for (Alone each : alone) {
            line("alone", left(), y(each.accuracy()), right(), y(each.accuracy()));
            text(right() - 4, y(each.accuracy()) + 15, "end", "%s model alone", each.model());
        }
        for (int i = 0; i < curves.size(); i++) {
            curve(curves.get(i), i % COLOURS);
            legend(curves.get(i), i);
        }
        add("</svg>");
        return svg.toString();
    }

    private void grid() {
        for (int i = 0; i <= VERTICAL_STEPS; i++) {
            double accuracy = i / (double) VERTICAL_STEPS;
            line("grid", left(), y(accuracy), right(), y(accuracy));
            text(LEFT - 8, y(accuracy) + 4, "end", "%.0f %%", 100 * accuracy);
        }
        for (double percent : axis.marks()) {
            line("grid", x(percent / 100), y(0), x(percent / 100), y(1));
            String label = percent == Math.rint(percent) ? "%.0f %%" : "%.1f %%";
            text(x(percent / 100), height - BOTTOM + 20, "middle", label, percent);
        }
        text((LEFT + WIDTH - RIGHT) / 2.0, height - 10, "middle", "tokens by the large model");
        text(LEFT, 18, "start", "right answers");
    }

    private void curve(Curve curve, int colour) {
        if (curve.stroke() != Stroke.NONE) {
            StringBuilder path = new StringBuilder();
            for (Point point : curve.points()) {
                path.append(path.isEmpty() ? "M" : " L")
                        .append(String.format(Locale.ROOT, "%.1f %.1f", x(point.largeShare()), y(point.accuracy())));
            }
            add("<path class=\"%s c%d\" d=\"%s\"/>", curve.stroke().look(), colour, path);
        }
        for (Point point : curve.points()) {
            point(curve.stroke(), colour, x(point.largeShare()), y(point.accuracy()));
        }
    }

    /** Points that nothing joins are squares, so that they are not taken for those of a curve. */
    private void point(Stroke stroke, int colour, double x, double y) {
        if (stroke == Stroke.NONE) {
            add("<rect class=\"d%d\" x=\"%.1f\" y=\"%.1f\" width=\"7\" height=\"7\"/>", colour, x - 3.5, y - 3.5);
        } else {
            add("<circle class=\"d%d\" cx=\"%.1f\" cy=\"%.1f\" r=\"3.5\"/>", colour, x, y);
        }
    }

    private void legend(Curve curve, int number) {
        double x = LEGEND_LEFT + legendColumn * (number % legendColumns);
        int y = 14 + LEGEND_LINE * (number / legendColumns);
        int colour = number % COLOURS;
        if (curve.stroke() == Stroke.NONE) {
            point(Stroke.NONE, colour, x + 14, y);
        } else {
            add("<path class=\"%s c%d\" d=\"M%.1f %d h28\"/>", curve.stroke().look(), colour, x, y);
        }
        text(x + 34, y + 4, "start", "%s", curve.name());
    }

    private double left() {
        return LEFT;
    }

    private double right() {
        return WIDTH - RIGHT;
    }

    private double x(double share) {
        return left() + axis.at(share) * (right() - left());
    }

    private double y(double accuracy) {
        return top + (1 - accuracy) * PLOT;
    }

    private void line(String look, double fromX, double fromY, double toX, double toY) {
        add("<line class=\"%s\" x1=\"%.1f\" y1=\"%.1f\" x2=\"%.1f\" y2=\"%.1f\"/>", look, fromX, fromY, toX, toY);
    }

    private void text(double x, double y, String anchor, String format, Object... values) {
        add(
                "<text x=\"%.1f\" y=\"%.1f\" text-anchor=\"%s\">%s</text>",
                x, y, anchor, escaped(String.format(Locale.ROOT, format, values)));
    }

    private static String escaped(String text) {
        return text.replace("&", "&amp;").replace("<", "&lt;");
    }

    private void add(String format, Object... values) {
        svg.append(String.format(Locale.ROOT, format, values)).append('\n');
    }
}
