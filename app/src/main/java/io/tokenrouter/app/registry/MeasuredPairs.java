package io.tokenrouter.app.registry;

import io.tokenrouter.ui.MeasuredQuality;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * What {@code bench quality --json} measured with a pair, where its report lies beside the pair's files as {@code quality.json}.
 * Only for the policy that was measured: replacing single tokens at an entropy; and for chance, beside it.
 */
final class MeasuredPairs {

    static final String FILE = "quality.json";

    private static final Logger log = LoggerFactory.getLogger(MeasuredPairs.class);
    private static final int LEAST_POINTS = 2;

    private MeasuredPairs() {}

    /**
     * What the report says. Blocks.
     *
     * @param folder of the pair's files
     * @return empty where nothing was measured or the report cannot be read, which is logged
     */
    static Optional<MeasuredQuality> read(Path folder) {
        Path report = folder.resolve(FILE);
        if (!Files.isRegularFile(report)) {
            return Optional.empty();
        }
        try {
            return of(JsonMapper.shared().readTree(Files.readAllBytes(report)).path("rows"));
        } catch (IOException | JacksonException e) {
            log.warn("{} is not used: {}", report, e.getMessage());
            return Optional.empty();
        }
    }

    private static Optional<MeasuredQuality> of(JsonNode rows) {
        List<MeasuredQuality.Point> points = new ArrayList<>();
        List<MeasuredQuality.Chance> random = new ArrayList<>();
        double small = Double.NaN;
        double large = Double.NaN;
        int problems = 0;
        for (JsonNode row : rows) {
            double accuracy = row.path("accuracy").asDouble(Double.NaN);
            switch (row.path("policy").asString("")) {
                case "small" -> small = accuracy;
                case "large" -> large = accuracy;
                case "entropy" -> {
                    problems = row.path("problems").asInt(0);
                    points.add(new MeasuredQuality.Point(
                            row.path("threshold").asDouble(Double.NaN),
                            row.path("large_share").asDouble(Double.NaN),
                            accuracy));
                }
                case "random" ->
                    random.add(
                            new MeasuredQuality.Chance(row.path("large_share").asDouble(Double.NaN), accuracy));
                default -> {}
            }
        }
        points.sort(Comparator.comparingDouble(MeasuredQuality.Point::threshold));
        random.sort(Comparator.comparingDouble(MeasuredQuality.Chance::largeShare));
        boolean isWhole = problems > 0
                && points.size() >= LEAST_POINTS
                && !Double.isNaN(small + large)
                && points.stream()
                        .noneMatch(point -> Double.isNaN(point.threshold() + point.largeShare() + point.accuracy()))
                && random.stream().noneMatch(point -> Double.isNaN(point.largeShare() + point.accuracy()));
        return isWhole ? Optional.of(new MeasuredQuality(problems, small, large, points, random)) : Optional.empty();
    }
}
