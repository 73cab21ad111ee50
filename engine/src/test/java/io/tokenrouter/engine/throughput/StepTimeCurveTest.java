package io.tokenrouter.engine.throughput;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;

class StepTimeCurveTest {

    @Test
    void isStraightBetweenKnotsAndConstantOutside() {
        StepTimeCurve curve =
                StepTimeCurve.throughKnots(new int[] {2, 4, 8}, new double[] {10, 20, 60}, new double[] {1, 1, 1});

        assertThat(curve.nanos(1)).isEqualTo(10);
        assertThat(curve.nanos(3)).isEqualTo(15);
        assertThat(curve.nanos(5)).isEqualTo(30);
        assertThat(curve.nanos(5.25)).isEqualTo(32.5);
        assertThat(curve.nanos(8)).isEqualTo(60);
        assertThat(curve.nanos(900)).isEqualTo(60);
        assertThat(curve.nanos(.2)).isEqualTo(10);
    }

    @Test
    void knotsThatFallArePooledByWeight() {
        StepTimeCurve curve = StepTimeCurve.throughKnots(
                new int[] {1, 2, 3, 4}, new double[] {10, 40, 20, 18}, new double[] {1, 1, 2, 2});

        double pooled = (40 + 2 * 20 + 2 * 18) / 5.;
        assertThat(curve.nanos(1)).isEqualTo(10);
        assertThat(curve.nanos(2)).isCloseTo(pooled, within(1e-12));
        assertThat(curve.nanos(4)).isCloseTo(pooled, within(1e-12));
    }

    @Test
    void oneRowIsACurve() {
        assertThat(StepTimeCurve.of(1, b -> 7).nanos(.5)).isEqualTo(7);
        assertThat(StepTimeCurve.of(1, b -> 7).nanos(3)).isEqualTo(7);
    }

    @Test
    void timesThatAreNoneAreRefused() {
        assertThatIllegalArgumentException().isThrownBy(() -> StepTimeCurve.of(2, b -> 0));
        assertThatIllegalArgumentException().isThrownBy(() -> StepTimeCurve.of(2, b -> Double.NaN));
        assertThatIllegalArgumentException().isThrownBy(() -> StepTimeCurve.of(1 << 20, b -> 1));
        assertThatIllegalArgumentException()
                .isThrownBy(() -> StepTimeCurve.throughKnots(new int[] {1, 1}, new double[2], new double[2]));
    }

    @Test
    void visitsOfARoutingMatrix() {
        RoutingMatrix pair = RoutingMatrix.pair(.1, 1);
        assertThat(pair.visitShare(0)).isCloseTo(10 / 11., within(1e-12));
        assertThat(pair.meanCatchUp(1)).isCloseTo(10, within(1e-9));
        assertThat(RoutingMatrix.pair(0, 1).visitShare(1)).isZero();
        RoutingMatrix three = RoutingMatrix.of(new double[][] {{.8, .15, .05}, {.9, .1, 0}, {1, 0, 0}});
        for (int j = 0; j < 3; j++) {
            double flow = 0;
            for (int i = 0; i < 3; i++) {
                flow += three.visitShare(i) * three.probability(i, j);
            }
            assertThat(flow).isCloseTo(three.visitShare(j), within(1e-12));
        }
    }
}
