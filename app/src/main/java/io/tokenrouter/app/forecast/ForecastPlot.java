package io.tokenrouter.app.forecast;

import java.util.List;
import java.util.Locale;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;

/**
 * Forecasts as a drawing: tokens per second over requests, both axes logarithmic. One SVG without anything from elsewhere; it
 * follows the reader's light or dark theme.
 */
public final class ForecastPlot {

    private static final int WIDTH = 760;
    private static final int HEIGHT = 440;
    private static final int LEFT = 64;
    private static final int RIGHT = WIDTH - 104;
    private static final int TOP = 56;
    private static final int BOTTOM = HEIGHT - 52;
    private static final int LINE_HEIGHT = 15;

    private static final String HEAD = """
            <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 %d %d" width="%d" height="%d" role="img" aria-labelledby="t d">
            <title id="t">%s</title>
            <desc id="d">%s</desc>
            <style>
            :root { color-scheme: light dark; --back: #ffffff; --ink: #171a20; --quiet: #5c6470; --rule: #e3e6eb; }
            @media (prefers-color-scheme: dark) { :root { --back: #15181d; --ink: #eceef1; --quiet: #929ba8; --rule: #262b32; } }
            .back { fill: var(--back); }
            text { font: 12px system-ui, sans-serif; fill: var(--quiet); }
            .name { font-size: 15px; font-weight: 600; fill: var(--ink); }
            .strong { font-weight: 600; fill: var(--ink); }
            .rule { stroke: var(--rule); }
            .way { fill: none; stroke: var(--quiet); stroke-width: 1.75; stroke-linejoin: round; }
            .tuned { stroke: var(--ink); stroke-width: 2.25; }
            .dash { stroke-dasharray: 6 4; }
            .dots { stroke-dasharray: 1.5 4; stroke-linecap: round; }
            .mark { fill: var(--back); stroke: var(--ink); stroke-width: 2; }
            </style>
            <rect class="back" width="%d" height="%d"/>
            """;

    private final List<Forecast> forecasts;
    private final LogScale x;
    private final LogScale y;
    private final StringBuilder svg = new StringBuilder();

    private ForecastPlot(List<Forecast> forecasts) {
        this.forecasts = forecasts;
        double most = forecasts.stream()
                .mapToDouble(
                        f -> Math.max(f.tuned().tokensPerSecond(), f.greedy().tokensPerSecond()))
                .max()
                .orElseThrow();
        double least = forecasts.stream()
                .mapToDouble(f ->
                        Math.min(f.oneAtATime().tokensPerSecond(), f.lockstep().tokensPerSecond()))
                .min()
                .orElseThrow();
        x = new LogScale(1, Math.max(2, forecasts.getLast().requests()), LEFT, RIGHT);
        y = new LogScale(least / 1.5, most * 1.3, BOTTOM, TOP);
    }

    /**
     * @param forecasts at rising numbers of requests, at least one
     * @param title of the drawing, plain text
     */
    public static String svg(List<Forecast> forecasts, String title) {
        return new ForecastPlot(forecasts).draw(title);
    }

    private String draw(String title) {
        Forecast last = forecasts.getLast();
        String description = "At " + last.requests() + " requests: self-tuned "
                + Numbers.rate(last.tuned().tokensPerSecond()) + ", greedy "
                + Numbers.rate(last.greedy().tokensPerSecond()) + ", lockstep "
                + Numbers.rate(last.lockstep().tokensPerSecond()) + ", one at a time "
                + Numbers.rate(last.oneAtATime().tokensPerSecond()) + " tokens per second.";
        svg.append(String.format(
                Locale.ROOT, HEAD, WIDTH, HEIGHT, WIDTH, HEIGHT, escape(title), description, WIDTH, HEIGHT));
        text(LEFT, 26, "name", "start", title);
        axes();
        way("dots", f -> f.oneAtATime().tokensPerSecond());
        way("dash", f -> f.lockstep().tokensPerSecond());
        way("", f -> f.greedy().tokensPerSecond());
        way("tuned", f -> f.tuned().tokensPerSecond());
        svg.append(String.format(
                Locale.ROOT,
                "<circle class=\"mark\" cx=\"%.1f\" cy=\"%.1f\" r=\"4.5\"/>%n",
                x.at(last.requests()),
                y.at(last.tuned().tokensPerSecond())));
        names(last);
        return svg.append("</svg>\n").toString();
    }

    private void axes() {
        for (double tick : y.ticks()) {
            svg.append(String.format(
                    Locale.ROOT,
                    "<line class=\"rule\" x1=\"%d\" x2=\"%d\" y1=\"%.1f\" y2=\"%.1f\"/>%n",
                    LEFT,
                    RIGHT,
                    y.at(tick),
                    y.at(tick)));
            text(
                    LEFT - 8,
                    y.at(tick) + 4,
                    "",
                    "end",
                    tick < 1 ? Numbers.plain(tick) : String.format(Locale.ROOT, "%,.0f", tick));
        }
        for (Forecast forecast : forecasts) {
            boolean isCrowded = forecast != forecasts.getLast()
                    && x.at(forecasts.getLast().requests()) - x.at(forecast.requests()) < 24;
            if (!isCrowded) {
                text(x.at(forecast.requests()), BOTTOM + 20, "", "middle", Integer.toString(forecast.requests()));
            }
        }
        text((LEFT + RIGHT) / 2.0, HEIGHT - 12, "", "middle", "requests at once");
        text(LEFT, TOP - 10, "", "start", "tokens per second");
    }

    private void way(String style, ToDoubleFunction<Forecast> tokensPerSecond) {
        String points = forecasts.stream()
                .map(f -> String.format(
                        Locale.ROOT, "%.1f,%.1f", x.at(f.requests()), y.at(tokensPerSecond.applyAsDouble(f))))
                .collect(Collectors.joining(" "));
        svg.append("<polyline class=\"")
                .append(("way " + style).strip())
                .append("\" points=\"")
                .append(points)
                .append("\"/>\n");
    }

    /** Beside the ends of the lines, moved apart where they would cover each other. */
    private void names(Forecast last) {
        double[] heights = {
            y.at(last.tuned().tokensPerSecond()),
            y.at(last.greedy().tokensPerSecond()),
            y.at(last.lockstep().tokensPerSecond()),
            y.at(last.oneAtATime().tokensPerSecond())
        };
        String[] names = {"self-tuned", "greedy", "lockstep", "one at a time"};
        double free = 0;
        for (int i = 0; i < names.length; i++) {
            double height = Math.max(heights[i] + 4, free);
            text(RIGHT + 10, height, i == 0 ? "strong" : "", "start", names[i]);
            free = height + LINE_HEIGHT;
        }
    }

    private void text(double atX, double atY, String style, String anchor, String text) {
        svg.append(String.format(
                Locale.ROOT,
                "<text%s x=\"%.1f\" y=\"%.1f\" text-anchor=\"%s\">%s</text>%n",
                style.isEmpty() ? "" : " class=\"" + style + "\"",
                atX,
                atY,
                anchor,
                escape(text)));
    }

    private static String escape(String text) {
        return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;");
    }
}
