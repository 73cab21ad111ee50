package io.tokenrouter.engine.routing.builtin;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.tokenrouter.engine.api.PolicySpec;
import io.tokenrouter.engine.routing.Role;
import io.tokenrouter.engine.routing.RoutingAlgorithms;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class BaselinesTest {

    private static final Walk.Script SILENT = Walk.entropies(new double[20_000], new double[20_000]);

    private final RoutingAlgorithms algorithms = RoutingAlgorithms.load();

    @Test
    void fixedAsksItsRoleAloneAndNeedsNoOther() {
        assertThat(Walk.begin("fixed", Map.of("role", "small"), SILENT).writers(5))
                .isEqualTo("sssss");
        assertThat(Walk.begin("fixed", Map.of(), SILENT).writers(5)).isEqualTo("LLLLL");
        assertThat(algorithms
                        .create(new PolicySpec("fixed", Map.of("role", "small")))
                        .spec()
                        .roles())
                .containsExactly(Role.SMALL);
    }

    @ParameterizedTest
    @ValueSource(doubles = {0, 0.03, 0.10, 0.5, 1})
    void randomGivesTheLargeModelItsShare(double share) {
        int n = 20_000;
        String writers = Walk.begin("random", Map.of("p", share), SILENT).writers(n);
        double got = writers.chars().filter(c -> c == 'L').count() / (double) n;

        double fourSigma = 4 * Math.sqrt(share * (1 - share) / n);
        assertThat(got).isCloseTo(share, within(fourSigma));
    }

    @Test
    void randomIsAFunctionOfSeedAndPosition() {
        var policy = algorithms.create(new PolicySpec("random", Map.of("p", 0.5)));
        String seven = Walk.begin(policy, SILENT, 7).writers(200);

        assertThat(Walk.begin(policy, SILENT, 7).writers(200)).isEqualTo(seven);
        assertThat(Walk.begin(policy, SILENT, 8).writers(200)).isNotEqualTo(seven);
        assertThat(Walk.begin("random", Map.of("p", 0.5, "seed", 7), SILENT).writers(200))
                .as("the option stands in for the request's seed")
                .isEqualTo(seven);
    }
}
