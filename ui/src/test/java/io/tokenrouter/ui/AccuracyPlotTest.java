package io.tokenrouter.ui;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class AccuracyPlotTest {

    private static final MeasuredQuality QUALITY = new MeasuredQuality(
            500,
            0.3,
            0.9,
            List.of(
                    new MeasuredQuality.Point(0.1, 0.16, 0.9),
                    new MeasuredQuality.Point(0.3, 0.08, 0.8),
                    new MeasuredQuality.Point(0.5, 0.04, 0.6)),
            List.of(
                    new MeasuredQuality.Chance(0.04, 0.3),
                    new MeasuredQuality.Chance(0.12, 0.4),
                    new MeasuredQuality.Chance(0.5, 0.6)));

    private static PolicyView policy(double enter) {
        return new PolicyView("p", 1, "uncertainty", Map.of("enter", enter), "enter");
    }

    @Test
    void pointsLieWhereShareAndAccuracyPutThem() {
        AccuracyPlot plot = AccuracyPlot.of(QUALITY, null);

        assertThat(plot.rules()).extracting(AccuracyPlot.Rule::text).containsExactly("20", "40", "60", "80", "100");
        assertThat(plot.shares())
                .extracting(AccuracyPlot.Mark::text)
                .containsExactly("0 %", "4 %", "8 %", "12 %", "16 %");
        assertThat(plot.points())
                .containsExactly(
                        new AccuracyPlot.Point("25.00%", "92.0"),
                        new AccuracyPlot.Point("50.00%", "46.0"),
                        new AccuracyPlot.Point("100.00%", "23.0"));
        assertThat(plot.lines().getFirst())
                .as("from the small model alone")
                .isEqualTo(new AccuracyPlot.Line("0.00%", "161.0", "25.00%", "92.0"));
        assertThat(plot.large()).isEqualTo(new AccuracyPlot.Rule("23.0", "large alone 90.0 %"));
        assertThat(plot.label()).contains("60.0 % at 4.0 %;", "small alone 30.0 %");
    }

    @Test
    void whatChanceComesToIsALineOfItsOwnAsFarAsTheDrawingReaches() {
        AccuracyPlot plot = AccuracyPlot.of(QUALITY, null);

        assertThat(plot.chance())
                .isEqualTo(new AccuracyPlot.Chance(
                        List.of(new AccuracyPlot.Line("25.00%", "161.0", "75.00%", "138.0")),
                        List.of(new AccuracyPlot.Point("25.00%", "161.0"), new AccuracyPlot.Point("75.00%", "138.0")),
                        new AccuracyPlot.Name("25.00%", "161.0", "start", "random, same share")));
        assertThat(plot.label()).contains("random 40.0 % at 12.0 %;");
        MeasuredQuality without = new MeasuredQuality(500, 0.3, 0.9, QUALITY.points(), List.of());
        assertThat(AccuracyPlot.of(without, null).chance()).isNull();
    }

    @Test
    void thePolicyIsMarkedBetweenTheThresholdsThatWereMeasuredAndNowhereElse() {
        assertThat(AccuracyPlot.of(QUALITY, policy(0.2)).now())
                .isEqualTo(new AccuracyPlot.Now("75.00%", "34.5", "now: 0.2 nats", "12.0 % large"));
        assertThat(AccuracyPlot.of(QUALITY, policy(0.05)).now()).isNull();
        assertThat(AccuracyPlot.of(QUALITY, policy(0.6)).now()).isNull();
        assertThat(AccuracyPlot.of(QUALITY, null).now()).isNull();
    }

    @Test
    void aPolicyThatDecidesOtherwiseThanTheMeasuredOneIsNotMarked() {
        assertThat(now("uncertainty", Map.of("metric", "entropy", "minStay", 1, "normalised", false)))
                .isNotNull();
        assertThat(now("uncertainty", Map.of("metric", "top1"))).isNull();
        assertThat(now("uncertainty", Map.of("mode", "switch"))).isNull();
        assertThat(now("uncertainty", Map.of("window", 4))).isNull();
        assertThat(now("uncertainty", Map.of("exit", 0.1))).isNull();
        assertThat(now("fuse", Map.of("gate", "none"))).isNull();
    }

    private static AccuracyPlot.@Nullable Now now(String algorithm, Map<String, Object> options) {
        Map<String, Object> all = new HashMap<>(options);
        all.put("enter", 0.2);
        return AccuracyPlot.of(QUALITY, new PolicyView("p", 1, algorithm, all, "enter"))
                .now();
    }
}
