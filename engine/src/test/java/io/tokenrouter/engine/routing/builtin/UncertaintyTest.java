package io.tokenrouter.engine.routing.builtin;

import static org.assertj.core.api.Assertions.assertThat;

import io.tokenrouter.engine.api.PolicySpec;
import io.tokenrouter.engine.routing.Role;
import io.tokenrouter.engine.routing.RoutingAlgorithms;
import io.tokenrouter.engine.routing.Step;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class UncertaintyTest {

    private static final double[] CALM = {0, 0, 0, 0, 0, 0, 0, 0};

    @Test
    void largeModelReplacesExactlyTheTokensAtOrAboveTheThreshold() {
        double[] small = {0.1, 0.44, 0.46, 0.1, 5, 0.2, 0.2, 0.1};
        Walk<?> walk = Walk.begin("uncertainty", Map.of(), Walk.entropies(small, CALM));

        assertThat(walk.writers(8)).isEqualTo("ssLsLsss");
        assertThat(walk.asked()).isEqualTo("sssLssLsss");
    }

    @Test
    void entropyEqualToTheThresholdGoesToTheLargeModel() {
        Walk<?> walk = Walk.begin("uncertainty", Map.of("enter", 0.5), Walk.entropies(new double[] {0.5, 0.49}, CALM));

        assertThat(walk.writers(2)).isEqualTo("Ls");
    }

    @ParameterizedTest
    @CsvSource({"entropy,Ls", "au,Ls", "eu,Ls", "top1,sL", "margin,sL"})
    void doubtRoutesUpwardsAndConfidenceDownwards(String metric, String writers) {
        float[] values = {0.9f, 0.1f};
        Walk<?> walk = Walk.begin("uncertainty", Map.of("metric", metric, "enter", 0.5), (role, position, token) -> {
            float v = values[position];
            return switch (metric) {
                case "entropy" -> Walk.step(token, v, Float.NaN, Float.NaN, Float.NaN, Float.NaN);
                case "top1" -> Walk.step(token, Float.NaN, v, Float.NaN, Float.NaN, Float.NaN);
                case "margin" -> Walk.step(token, Float.NaN, Float.NaN, v, Float.NaN, Float.NaN);
                case "au" -> Walk.step(token, Float.NaN, Float.NaN, Float.NaN, v, Float.NaN);
                default -> Walk.step(token, Float.NaN, Float.NaN, Float.NaN, Float.NaN, v);
            };
        });

        assertThat(walk.writers(2)).isEqualTo(writers);
    }

    @ParameterizedTest
    @CsvSource({"entropy,false", "top1,false", "margin,false", "au,true", "eu,true"})
    void evidenceUncertaintiesAreAskedForOnlyWhereTheyAreRead(String metric, boolean wanted) {
        var algorithms = RoutingAlgorithms.load();
        var replace = algorithms
                .create(new PolicySpec("uncertainty", Map.of("metric", metric)))
                .spec();
        var change = algorithms
                .create(new PolicySpec("uncertainty", Map.of("metric", metric, "mode", "switch")))
                .spec();

        assertThat(replace.signalsOf(Role.SMALL).logU()).isEqualTo(wanted);
        assertThat(replace.signalsOf(Role.LARGE).logU()).isFalse();
        assertThat(change.signalsOf(Role.LARGE).logU()).isEqualTo(wanted);
    }

    @ParameterizedTest
    @CsvSource({"replace", "switch"})
    void aRowWithoutAValueIsNotTrustedAndDoesNotSpoilTheWindow(String mode) {
        double[] small = {0, Double.NaN, 0, 0};
        Walk<?> walk = Walk.begin("uncertainty", Map.of("mode", mode, "window", 3), Walk.entropies(small, CALM));

        assertThat(walk.writers(4)).isEqualTo("sLss");
    }

    @Test
    void rStitchDiscardsTheUnsureTokenAndHandsBackWhenTheLargeModelIsSure() {
        double half = 0.5 * Math.log(Walk.VOCABULARY);
        double[] small = {0, half + 0.1, 0, 0, half + 0.1, half - 0.1};
        double[] large = {0, half + 0.1, half - 0.1, 0, 0, 0};
        Walk<?> walk = Walk.begin(
                "uncertainty",
                Map.of("mode", "switch", "normalised", true, "enter", 0.5),
                Walk.entropies(small, large));

        assertThat(walk.writers(6)).isEqualTo("sLLsLs");
        assertThat(walk.asked()).as("only the holder of the pen runs").isEqualTo("ssLLssLs");
    }

    @Test
    void windowOfFiveSwitchesOnTheMeanOfTheLastFiveWrittenTokens() {
        double[] small = {0, 0, 0, 0, 4, 0, 0, 0, 0, 0};
        double[] large = {0, 0, 0, 0, 2.6, 0, 0, 0, 0, 0};
        Walk<?> walk = Walk.begin(
                "uncertainty", Map.of("mode", "switch", "window", 5, "enter", 0.5), Walk.entropies(small, large));

        assertThat(walk.writers(10))
                .as("2.6 / 5 stays above 0.5 until it leaves the window")
                .isEqualTo("ssssLLLLLL");
    }

    @Test
    void exitKeepsTheLargeModelWritingThroughTheGap() {
        double[] small = {1.5, 0.7, 0.4, 0.7, 0.7, 0.7};
        Walk<?> walk = Walk.begin("uncertainty", Map.of("enter", 1.0, "exit", 0.5), Walk.entropies(small, CALM));

        assertThat(walk.writers(6)).isEqualTo("LLssss");
    }

    @Test
    void minimumStayHoldsBothModels() {
        double[] small = {9, 9, 0, 9, 9, 9, 9, 0};
        Walk<?> walk = Walk.begin("uncertainty", Map.of("minStay", 3), Walk.entropies(small, CALM));

        assertThat(walk.writers(8)).as("free at first, then three each").isEqualTo("LLLLLLLs");
        assertThat(Walk.begin(
                                "uncertainty",
                                Map.of("minStay", 3),
                                Walk.entropies(new double[] {9, 0, 0, 0, 9, 9, 9, 9}, CALM))
                        .writers(8))
                .isEqualTo("LLLsssLL");
    }

    @ParameterizedTest
    @CsvSource({"replace", "switch"})
    void withoutTheLargeModelTheTokenThatWasSetAsideIsTaken(String mode) {
        double[] small = {0, 9, 9, 0};
        Walk<?> walk = Walk.begin("uncertainty", Map.of("mode", mode), new Walk.Script() {
            @Override
            public Step step(Role role, int position, int token) {
                return Walk.entropies(small, CALM).step(role, position, token);
            }

            @Override
            public boolean answers(Role role, int position) {
                return role.equals(Role.SMALL);
            }
        });

        assertThat(walk.writers(4)).isEqualTo("ssss");
    }

    @ParameterizedTest
    @CsvSource({"replace", "switch"})
    void withoutTheSmallModelTheLargeOneWrites(String mode) {
        Walk<?> walk = Walk.begin("uncertainty", Map.of("mode", mode), new Walk.Script() {
            @Override
            public Step step(Role role, int position, int token) {
                return Walk.entropies(CALM, CALM).step(role, position, token);
            }

            @Override
            public boolean answers(Role role, int position) {
                return role.equals(Role.LARGE);
            }
        });

        assertThat(walk.writers(4)).isEqualTo("LLLL");
    }
}
