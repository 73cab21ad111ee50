package io.tokenrouter.bench.algorithms;

import io.tokenrouter.bench.report.BenchReport;
import io.tokenrouter.bench.report.Table;
import io.tokenrouter.demo.curve.Curve;
import io.tokenrouter.demo.curve.Curve.Point;
import io.tokenrouter.demo.curve.Curve.Stroke;
import io.tokenrouter.demo.curve.CurveDrawing;
import io.tokenrouter.demo.curve.CurveDrawing.Alone;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * What was measured, as tables and drawn.
 *
 * @param small model alone
 * @param large model alone
 * @param token policies that decide token by token
 * @param query policies that decide once for a whole answer
 */
record AlgorithmsReport(Quality small, Quality large, List<Quality> token, List<Quality> query, Speeds speeds) {

    void addTo(BenchReport report) {
        Table rows = new Table(
                "algorithm",
                "options",
                "accuracy",
                "large_share",
                "switches_per_answer",
                "tokens_per_s",
                "naive_tokens_per_s",
                "ratio_naive");
        for (Quality each : all()) {
            Contender contender = each.contender();
            rows.add(
                    contender.algorithm(),
                    contender.options(),
                    each.accuracy(),
                    each.largeShare(),
                    each.answers().switchesPerAnswer(),
                    speeds.tokensPerSecond(contender),
                    speeds.naiveTokensPerSecond(contender),
                    speeds.toNaive(contender));
        }
        report.rows(rows)
                .table("same_share", sameShare())
                .table(
                        "naive_reference",
                        new Table("ratio_to_straight_on_the_executors").add(speeds.naiveToStraight()));
    }

    private List<Quality> all() {
        List<Quality> all = new ArrayList<>(List.of(small, large));
        all.addAll(token);
        all.addAll(query);
        return all;
    }

    /** Every policy that uses both models, beside whole answers by one model with the share that is closest to its own. */
    private Table sameShare() {
        Table table = new Table(
                "algorithm",
                "options",
                "large_share",
                "accuracy",
                "query_random_share",
                "query_random_accuracy",
                "query_entropy_share",
                "query_entropy_accuracy",
                "ratio_to_query_entropy",
                "ratio_to_large");
        for (Quality each : token) {
            if (each.largeShare() == 0 || each.largeShare() == 1) {
                continue;
            }
            Quality random = closest(QueryRandom.NAME, each.largeShare());
            Quality entropy = closest(QueryEntropy.NAME, each.largeShare());
            table.add(
                    each.contender().algorithm(),
                    each.contender().options(),
                    each.largeShare(),
                    each.accuracy(),
                    random.largeShare(),
                    random.accuracy(),
                    entropy.largeShare(),
                    entropy.accuracy(),
                    speeds.ratio(each.contender(), entropy.contender()),
                    speeds.ratio(each.contender(), large.contender()));
        }
        return table;
    }

    private Quality closest(String algorithm, double share) {
        return query.stream()
                .filter(each -> each.contender().algorithm().equals(algorithm))
                .min(Comparator.comparingDouble(each -> Math.abs(each.largeShare() - share)))
                .orElseThrow();
    }

    /** Accuracy against share; what uses one model only is a line. */
    String svg() {
        Map<String, List<Quality>> byCurve = new LinkedHashMap<>();
        List<Quality> both = new ArrayList<>(token);
        both.addAll(query);
        for (Quality each : both) {
            if (each.largeShare() > 0 && each.largeShare() < 1) {
                byCurve.computeIfAbsent(each.contender().curve(), name -> new ArrayList<>())
                        .add(each);
            }
        }
        List<Curve> curves = new ArrayList<>();
        byCurve.forEach((name, points) -> curves.add(new Curve(name, stroke(points), points(points))));
        return CurveDrawing.logarithmic(
                List.of(new Alone("large", large.accuracy()), new Alone("small", small.accuracy())), curves);
    }

    private static Stroke stroke(List<Quality> points) {
        return points.getFirst().contender().stroke();
    }

    private static List<Point> points(List<Quality> points) {
        return points.stream()
                .map(each -> new Point(each.largeShare(), each.accuracy()))
                .toList();
    }
}
