package io.tokenrouter.train.curve;

import java.util.List;
import java.util.Locale;

/** Curves as an SVG picture that can be read on light and on dark ground. */
final class CurveDrawing {

    private static final int WIDTH = 720;
    private static final int HEIGHT = 420;
    private static final int LEFT = 64;
    private static final int RIGHT = 20;
    private static final int TOP = 44;
    private static final int BOTTOM = 52;
    private static final int VERTICAL_STEPS = 5;

    private static final String STYLE = """
            <style>
              svg { font: 13px system-ui, sans-serif }
              .ground { fill: #ffffff } text { fill: #24292f } .grid { stroke: #d0d7de }
              .line { fill: none; stroke-width: 2.5 } .alone { stroke: #57606a; stroke-dasharray: 6 4 }
              .c0 { stroke: #0969da } .c1 { stroke: #bc4c00; stroke-dasharray: 9 3 } .c2 { stroke: #6e7781; stroke-dasharray: 2 3 }
              .d0 { fill: #0969da } .d1 { fill: #bc4c00 } .d2 { fill: #6e7781 }
              @media (prefers-color-scheme: dark) {
                .ground { fill: #0d1117 } text { fill: #e6edf3 } .grid { stroke: #30363d } .alone { stroke: #8b949e }
                .c0 { stroke: #58a6ff } .c1 { stroke: #ffa657 } .c2 { stroke: #8b949e }
                .d0 { fill: #58a6ff } .d1 { fill: #ffa657 } .d2 { fill: #8b949e }
              }
            </style>
            """;

    private final CurveReport report;
    private final double most;
    private final StringBuilder svg = new StringBuilder();

    CurveDrawing(CurveReport report) {
        this.report = report;
        double largest = report.curves().stream()
                .flatMap(name -> report.curve(name).stream())
                .mapToDouble(CurvePoint::largeShare)
                .max()
                .orElse(1);
        most = Math.max(0.01, Math.ceil(largest * 100) / 100);
    }

    String svg() {
        add(
                "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 %d %d\" role=\"img\" aria-labelledby=\"t\">",
                WIDTH, HEIGHT);
        add("<title id=\"t\">Accuracy against the share of tokens that the large model writes</title>");
        svg.append(STYLE);
        add("<rect class=\"ground\" width=\"%d\" height=\"%d\"/>", WIDTH, HEIGHT);
        grid();
        alone("large");
        alone("small");
        List<String> curves = report.curves();
        for (int i = 0; i < curves.size(); i++) {
            curve(curves.get(i), i);
        }
        add("</svg>");
        return svg.toString();
    }

    private void grid() {
        for (int i = 0; i <= VERTICAL_STEPS; i++) {
            double accuracy = i / (double) VERTICAL_STEPS;
            line("grid", x(0), y(accuracy), x(most), y(accuracy));
            text(LEFT - 8, y(accuracy) + 4, "end", "%.0f %%", 100 * accuracy);
        }
        int marks = (int) Math.round(most * 100);
        int step = Math.max(1, (marks + 9) / 10);
        for (int percent = 0; percent <= marks; percent += step) {
            line("grid", x(percent / 100.0), y(0), x(percent / 100.0), y(1));
            text(x(percent / 100.0), HEIGHT - BOTTOM + 20, "middle", "%d %%", percent);
        }
        text((LEFT + WIDTH - RIGHT) / 2.0, HEIGHT - 10, "middle", "tokens by the large model");
        text(LEFT, TOP - 26, "start", "right answers");
    }

    /** A model alone is a height, wherever its share would be. */
    private void alone(String model) {
        for (CurvePoint point : report.curve(model)) {
            line("alone", x(0), y(point.accuracy()), x(most), y(point.accuracy()));
            text(x(most) - 4, y(point.accuracy()) + 15, "end", "%s model alone", model);
        }
    }

    private void curve(String name, int number) {
        StringBuilder path = new StringBuilder();
        for (CurvePoint point : report.curve(name)) {
            path.append(path.isEmpty() ? "M" : " L")
                    .append(String.format(Locale.ROOT, "%.1f %.1f", x(point.largeShare()), y(point.accuracy())));
        }
        int look = number % 3;
        add("<path class=\"line c%d\" d=\"%s\"/>", look, path);
        for (CurvePoint point : report.curve(name)) {
            add(
                    "<circle class=\"d%d\" cx=\"%.1f\" cy=\"%.1f\" r=\"3.5\"/>",
                    look, x(point.largeShare()), y(point.accuracy()));
        }
        double at = LEFT + 130 + 120.0 * number;
        add("<path class=\"line c%d\" d=\"M%.1f %d h28\"/>", look, at, TOP - 30);
        text(at + 34, TOP - 26, "start", "%s", name);
    }

    private double x(double share) {
        return LEFT + share / most * (WIDTH - LEFT - RIGHT);
    }

    private double y(double accuracy) {
        return TOP + (1 - accuracy) * (HEIGHT - TOP - BOTTOM);
    }

    private void line(String look, double fromX, double fromY, double toX, double toY) {
        add("<line class=\"%s\" x1=\"%.1f\" y1=\"%.1f\" x2=\"%.1f\" y2=\"%.1f\"/>", look, fromX, fromY, toX, toY);
    }

    private void text(double x, double y, String anchor, String format, Object... values) {
        add(
                "<text x=\"%.1f\" y=\"%.1f\" text-anchor=\"%s\">%s</text>",
                x, y, anchor, String.format(Locale.ROOT, format, values));
    }

    private void add(String format, Object... values) {
        svg.append(String.format(Locale.ROOT, format, values)).append('\n');
    }
}
