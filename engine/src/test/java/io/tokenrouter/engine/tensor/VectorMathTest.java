package io.tokenrouter.engine.tensor;

import static org.assertj.core.api.Assertions.assertThat;

import jdk.incubator.vector.FloatVector;
import org.junit.jupiter.api.Test;

class VectorMathTest {

    @Test
    void exponentialsAreGoodToTwoUnitsInTheLastPlace() {
        for (float x = -87; x < 88; x += 0.0137f) {
            float exact = (float) Math.exp(x);
            assertThat(Math.abs(VectorMath.exp(x) - exact)).isLessThanOrEqualTo(2 * Math.ulp(exact));
        }
    }

    @Test
    void theScalarFormGivesTheBitsOfTheVectorForm() {
        for (float x = -120; x < 120; x += 0.0173f) {
            FloatVector vector = VectorMath.exp(FloatVector.broadcast(Lanes.FLOATS, x));
            assertThat(vector.lane(Lanes.COUNT - 1)).isEqualTo(VectorMath.exp(x));
        }
    }

    @Test
    void farBelowZeroTheExponentialIsZero() {
        assertThat(VectorMath.exp(VectorMath.UNDERFLOW)).isZero();
        assertThat(VectorMath.exp(Float.NEGATIVE_INFINITY)).isZero();
        assertThat(VectorMath.exp(FloatVector.broadcast(Lanes.FLOATS, Float.NEGATIVE_INFINITY))
                        .lane(0))
                .isZero();
    }

    @Test
    void halvesDecodeToTheNumbersTheyAre() {
        try (java.lang.foreign.Arena arena = java.lang.foreign.Arena.ofConfined()) {
            java.lang.foreign.MemorySegment data = arena.allocate(2L * Lanes.COUNT);
            for (int bits = 0; bits < 1 << 16; bits++) {
                float exact = Float.float16ToFloat((short) bits);
                if (Float.isFinite(exact)) {
                    data.set(BlockDecoder.SHORT, 2L * (Lanes.COUNT - 1), (short) bits);
                    assertThat(Unpack.halves(data, 0).lane(Lanes.COUNT - 1)).isEqualTo(exact);
                }
            }
        }
    }
}
