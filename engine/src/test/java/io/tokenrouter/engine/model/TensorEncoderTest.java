package io.tokenrouter.engine.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.tokenrouter.engine.tensor.KernelChoice;
import io.tokenrouter.engine.tensor.Tensor;
import io.tokenrouter.engine.tensor.TensorFormat;
import java.lang.foreign.MemorySegment;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class TensorEncoderTest {

    private static final int BLOCK = 32;

    @ParameterizedTest
    @EnumSource(TensorFormat.class)
    void whatIsReadBackIsTheNearestNumberThatTheFormatHas(TensorFormat format) {
        float[] values = new float[40 * BLOCK];
        Random random = new Random(3);
        for (int i = 0; i < values.length; i++) {
            values[i] = (float) (random.nextGaussian() * Math.exp(random.nextInt(5)));
        }
        float[] read = decode(format, encode(format, values));
        for (int i = 0; i < values.length; i++) {
            assertThat(Math.abs(read[i] - values[i]))
                    .as("%s value %d: %s", format, i, values[i])
                    .isLessThanOrEqualTo(bound(format, values, i));
        }
    }

    /** Half a step of the format at this place, with room for the rounding of scales to half precision. */
    private static float bound(TensorFormat format, float[] values, int i) {
        float least = 0;
        float most = 0;
        int block = Math.max(BLOCK, format.blockSize());
        for (int j = i / block * block; j < (i / block + 1) * block; j++) {
            least = Math.min(least, values[j]);
            most = Math.max(most, values[j]);
        }
        float largest = Math.max(most, -least);
        return switch (format) {
            case F32 -> 0;
            case F16 -> Math.abs(values[i]) / (1 << 11);
            case BF16 -> Math.abs(values[i]) / (1 << 8);
            case Q8_0 -> largest / 127 * 0.6f;
            // One end of a symmetric range has a code less, so the extreme opposite value may miss by a whole step.
            case Q4_0 -> largest / 8 * 1.02f;
            case Q5_0 -> largest / 16 * 1.02f;
            case Q4_1 -> (most - least) / 15 * 0.55f;
            case Q5_1 -> (most - least) / 31 * 0.55f;
            // Half a step, and half a step of a part's scale for each code and of its minimum.
            case Q2_K -> (most - least) * (1 / 6f + 1 / 10f + 1 / 30f);
            case Q4_K -> (most - least) * (1 / 30f + 2 / 126f);
            case Q5_K -> (most - least) * (1 / 62f + 2 / 126f);
            case Q3_K -> largest * (1 / 4f + 1 / 32f);
            case Q6_K -> largest * (1 / 32f + 1 / 128f);
            // The widest gap of the codebook is at its short end.
            case IQ4_NL -> largest * 14.5f / 127;
            case IQ4_XS -> largest * (14.5f / 127 + 1 / 32f);
        };
    }

    @ParameterizedTest
    @EnumSource(TensorFormat.class)
    void zerosStayZeros(TensorFormat format) {
        assertThat(decode(format, encode(format, new float[8 * BLOCK]))).containsOnly(0f);
    }

    @Test
    void bfloat16RoundsTiesToEvenAndKeepsWhatItCanHold() {
        float[] values = {1f, 1.00390625f, 1.01171875f, -0.0f, Float.POSITIVE_INFINITY, Float.NaN};
        float[] read = decode(TensorFormat.BF16, encode(TensorFormat.BF16, values));
        assertThat(read).containsExactly(1f, 1f, 1.015625f, -0.0f, Float.POSITIVE_INFINITY, Float.NaN);
    }

    @Test
    void theDestinationMustFit() {
        assertThatIllegalArgumentException()
                .isThrownBy(() ->
                        TensorEncoder.encode(TensorFormat.Q8_0, new float[BLOCK], MemorySegment.ofArray(new byte[33])));
    }

    private static byte[] encode(TensorFormat format, float[] values) {
        byte[] bytes = new byte[(int) format.bytesFor(values.length)];
        TensorEncoder.encode(format, values, MemorySegment.ofArray(bytes));
        return bytes;
    }

    private static float[] decode(TensorFormat format, byte[] bytes) {
        int count = bytes.length / format.blockBytes() * format.blockSize();
        Tensor tensor = new Tensor("t", format, 1, count, MemorySegment.ofArray(bytes));
        float[] values = new float[count];
        KernelChoice.SCALAR.kernels().decodeRow(tensor, 0, values, 0);
        return values;
    }
}
