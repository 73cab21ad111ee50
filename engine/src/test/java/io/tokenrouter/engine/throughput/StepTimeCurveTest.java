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

    /** What is affine goes on as it is; what is flat at the end, or noisy there, does not stay so. */
    @Test
    void beyondWhatWasMeasuredACurveGoesOnRising() {
        StepTimeCurve affine = StepTimeCurve.of(8, b -> 20 + 3 * b).continuedTo(64);
        assertThat(affine.nanos(64)).isCloseTo(20 + 3 * 64, within(1e-9));
        assertThat(affine.measuredRows()).isEqualTo(8);
        assertThat(affine.maxBatch()).isEqualTo(64);
        StepTimeCurve kinked =
                StepTimeCurve.of(48, b -> 25 + .5 * Math.max(0, b - 32)).continuedTo(100);
        assertThat(kinked.nanos(100)).as("slope of the last doubling").isCloseTo(33 + 52 * 8 / 24., within(1e-9));
        StepTimeCurve stair = StepTimeCurve.of(8, b -> b <= 2 ? 10 : 22).continuedTo(16);
        assertThat(stair.nanos(16)).as("slope of the last two").isCloseTo(22 + 8 * 2, within(1e-9));
        StepTimeCurve flat = StepTimeCurve.of(8, b -> 100).continuedTo(16);
        assertThat(flat.nanos(16)).as("what noise may hide").isCloseTo(102, within(1e-9));
        StepTimeCurve one = StepTimeCurve.of(1, b -> 10).continuedTo(7);
        assertThat(one.nanos(7)).isCloseTo(10 * (1 + 7) / 2., within(1e-9));
        assertThat(one.continuedTo(3)).isSameAs(one);
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
