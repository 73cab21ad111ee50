package io.tokenrouter.engine.routing.builtin;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import io.tokenrouter.engine.api.EngineException;
import io.tokenrouter.engine.api.PolicySpec;
import io.tokenrouter.engine.fixtures.RandomHead;
import io.tokenrouter.engine.heads.HeadLibrary;
import io.tokenrouter.engine.heads.RouterHead;
import io.tokenrouter.engine.heads.RouterNet;
import io.tokenrouter.engine.routing.Role;
import io.tokenrouter.engine.routing.RoutingAlgorithm;
import io.tokenrouter.engine.routing.RoutingAlgorithms;
import io.tokenrouter.engine.routing.Step;
import java.util.Map;
import java.util.OptionalDouble;
import org.junit.jupiter.api.Test;

/** Who writes, by the numbers of a head. */
class NeuralTest {

    private static final RouterNet NET = RandomHead.perceptron(1, 4);
    private static final float[] NUMBERS = {0.1f, 0.9f, 0.5f, 0.49f, 0.51f, 0f, 1f};

    private final RoutingAlgorithms algorithms = with(RouterHead.Score.HARD, OptionalDouble.of(0.5));

    @Test
    void theLargeModelWritesFromTheThresholdOn() {
        assertThat(writers(algorithms, Map.of())).isEqualTo("sLLsLsL");
        assertThat(writers(algorithms, Map.of("threshold", 0.9))).isEqualTo("sLssssL");
    }

    @Test
    void atTheEndsOfTheRangeOneModelWritesAlone() {
        assertThat(writers(algorithms, Map.of("threshold", 0.0))).isEqualTo("LLLLLLL");
        assertThat(writers(algorithms, Map.of("threshold", 1.001))).isEqualTo("sssssss");
    }

    @Test
    void aHeadThatTellsHowSufficientTheSmallModelIsMeansBelow() {
        RoutingAlgorithms easy = with(RouterHead.Score.EASY, OptionalDouble.of(0.5));
        assertThat(writers(easy, Map.of())).isEqualTo("LssLsLs");
    }

    @Test
    void theHeadRunsOnRowsOfTheSmallModelOnly() {
        RoutingAlgorithm<?> neural = algorithms.create(PolicySpec.of("neural"));
        assertThat(neural.spec().signalsOf(Role.SMALL).heads()).containsExactly(NET);
        assertThat(neural.spec().signalsOf(Role.LARGE).heads()).isEmpty();
    }

    @Test
    void aNumberThatIsNotDefinedIsAnError() {
        Walk<?> walk = Walk.begin(
                algorithms.create(PolicySpec.of("neural")), (role, position, token) -> step(token, Float.NaN), 0);
        assertThatIllegalStateException().isThrownBy(walk::hop).withMessageContaining("demo");
    }

    @Test
    void whatIsMissingIsSaid() {
        refused(algorithms, Map.of("checkpoint", "dem"), "did you mean 'demo'?");
        refused(algorithms, Map.of("threshold", 2.5), "from 0 to 2");
        refused(with(RouterHead.Score.HARD, OptionalDouble.empty()), Map.of(), "comes without one");
        refused(RoutingAlgorithms.load(HeadLibrary.EMPTY), Map.of(), "there are none");
    }

    private static void refused(RoutingAlgorithms algorithms, Map<String, Object> options, String message) {
        assertThatExceptionOfType(EngineException.class)
                .isThrownBy(() -> algorithms.create(new PolicySpec("neural", options)))
                .withMessageContaining(message)
                .matches(refusal -> refusal.kind() == EngineException.Kind.INVALID_REQUEST);
    }

    private static RoutingAlgorithms with(RouterHead.Score score, OptionalDouble threshold) {
        return RoutingAlgorithms.load(RandomHead.library("demo", NET, score, threshold));
    }

    private static String writers(RoutingAlgorithms algorithms, Map<String, Object> options) {
        return Walk.begin(
                        algorithms.create(new PolicySpec("neural", options)),
                        (role, position, token) -> step(token, role.equals(Role.SMALL) ? NUMBERS[position] : Float.NaN),
                        0)
                .writers(NUMBERS.length);
    }

    private static Step step(int token, float number) {
        return new Step(token, 0, 0, 0, 0, 0, 0, new int[0], new float[0], null, new float[] {number});
    }
}
