package io.tokenrouter.train.curve;

import io.tokenrouter.demo.curve.Curve;
import io.tokenrouter.demo.curve.Curve.Point;
import io.tokenrouter.demo.curve.Curve.Stroke;
import io.tokenrouter.demo.curve.CurveDrawing;
import io.tokenrouter.demo.curve.CurveDrawing.Alone;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.stream.Stream;
import tools.jackson.databind.SerializationFeature;
import tools.jackson.databind.json.JsonMapper;

/**
 * What was measured, to be read.
 *
 * @param points the models alone are called {@code small} and {@code large}; points with the same other name are a curve
 * @param problems that each was measured on
 */
public record CurveReport(List<CurvePoint> points, int problems) {

    private static final Stroke[] STROKES = {Stroke.SOLID, Stroke.DASHED, Stroke.DOTTED};

    private static final JsonMapper JSON =
            JsonMapper.builder().enable(SerializationFeature.INDENT_OUTPUT).build();

    public CurveReport {
        points = List.copyOf(points);
    }

    /** A table in Markdown, and what it says about the large model's accuracy. */
    public String text() {
        StringBuilder text = new StringBuilder("Measured on %d held-out problems, greedy.\n\n".formatted(problems));
        text.append("| policy | threshold | tokens by the large model | accuracy | switches an answer |\n");
        text.append("| --- | --- | --- | --- | --- |\n");
        for (CurvePoint point : sorted()) {
            text.append(String.format(
                    Locale.ROOT,
                    "| %s | %s | %.2f %% | %.1f %% | %.1f |\n",
                    point.policy(),
                    Double.isNaN(point.threshold()) ? "-" : String.format(Locale.ROOT, "%.4f", point.threshold()),
                    100 * point.largeShare(),
                    100 * point.accuracy(),
                    point.switches()));
        }
        text.append('\n');
        for (String curve : curves()) {
            OptionalDouble share = leastShareOfTheLargeModelsAccuracy(curve);
            text.append(
                    share.isPresent()
                            ? String.format(
                                    Locale.ROOT,
                                    "%s reaches the large model's accuracy at %.2f %% of its tokens.\n",
                                    curve,
                                    100 * share.getAsDouble())
                            : curve + " does not reach the large model's accuracy at any of these.\n");
        }
        return text.toString();
    }

    /** Names of the curves, in the order in which they were measured. */
    List<String> curves() {
        return points.stream()
                .map(CurvePoint::policy)
                .filter(policy -> !policy.equals("small") && !policy.equals("large"))
                .distinct()
                .toList();
    }

    /** A curve's points by their share. */
    List<CurvePoint> curve(String policy) {
        return points.stream()
                .filter(point -> point.policy().equals(policy))
                .sorted(Comparator.comparingDouble(CurvePoint::largeShare))
                .toList();
    }

    /** The smallest measured share at which a curve is as accurate as the large model alone. */
    OptionalDouble leastShareOfTheLargeModelsAccuracy(String policy) {
        double wanted =
                curve("large").stream().mapToDouble(CurvePoint::accuracy).max().orElse(1);
        return curve(policy).stream()
                .filter(point -> point.accuracy() >= wanted)
                .mapToDouble(CurvePoint::largeShare)
                .min();
    }

    /** The table's rows. */
    public String json() {
        List<Map<String, Object>> rows = new ArrayList<>();
        for (CurvePoint point : sorted()) {
            Map<String, Object> row = new LinkedHashMap<>();
            row.put("policy", point.policy());
            row.put("threshold", Double.isNaN(point.threshold()) ? null : point.threshold());
            row.put("large_share", point.largeShare());
            row.put("accuracy", point.accuracy());
            row.put("switches_per_answer", point.switches());
            row.put("problems", problems);
            rows.add(row);
        }
        return JSON.writeValueAsString(rows) + "\n";
    }

    /** The curves, drawn. */
    public String svg() {
        List<Alone> alone = Stream.of("large", "small")
                .flatMap(model -> curve(model).stream().map(point -> new Alone(model, point.accuracy())))
                .toList();
        List<Curve> drawn = new ArrayList<>();
        for (String name : curves()) {
            Stroke stroke = STROKES[drawn.size() % STROKES.length];
            drawn.add(new Curve(
                    name,
                    stroke,
                    curve(name).stream()
                            .map(point -> new Point(point.largeShare(), point.accuracy()))
                            .toList()));
        }
        return CurveDrawing.linear(alone, drawn);
    }

    private List<CurvePoint> sorted() {
        List<CurvePoint> all = new ArrayList<>(curve("small"));
        all.addAll(curve("large"));
        curves().forEach(name -> all.addAll(curve(name)));
        return all;
    }
}
