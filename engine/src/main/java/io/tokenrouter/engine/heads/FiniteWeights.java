package io.tokenrouter.engine.heads;

import io.tokenrouter.engine.model.ModelFormatException;
import io.tokenrouter.engine.tensor.Tensor;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;

/**
 * Looks for weights that are no numbers: a head with one of them gives no score for any row, and every request that asks for it would
 * fail.
 */
final class FiniteWeights {

    private static final ValueLayout.OfInt WORD = ValueLayout.JAVA_INT_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);
    private static final ValueLayout.OfShort HALF_WORD =
            ValueLayout.JAVA_SHORT_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);

    /** Bits of the exponent; all of them are set in an infinite or undefined number and in no other. */
    private static final int F32_EXPONENT = 0x7f80_0000;

    private static final int F16_EXPONENT = 0x7c00;
    private static final int BF16_EXPONENT = 0x7f80;

    private FiniteWeights() {}

    /**
     * @param tensor of F32, F16 or BF16
     * @throws ModelFormatException naming the tensor and the place of the first weight that is infinite or undefined
     */
    static Tensor require(Tensor tensor) {
        long at = switch (tensor.format()) {
            case F32 -> firstOfWords(tensor.data());
            case F16 -> firstOfHalfWords(tensor.data(), F16_EXPONENT);
            case BF16 -> firstOfHalfWords(tensor.data(), BF16_EXPONENT);
            default -> throw new IllegalArgumentException("weights of a head are not stored as " + tensor.format());
        };
        if (at >= 0) {
            throw new ModelFormatException(
                    "tensor " + tensor.name() + " has a weight that is infinite or no number, in row "
                            + at / tensor.columns() + ", column " + at % tensor.columns());
        }
        return tensor;
    }

    /** Index of the first weight that is not finite; -1 if all are. */
    private static long firstOfWords(MemorySegment data) {
        long count = data.byteSize() / WORD.byteSize();
        for (long i = 0; i < count; i++) {
            if ((data.get(WORD, i * WORD.byteSize()) & F32_EXPONENT) == F32_EXPONENT) {
                return i;
            }
        }
        return -1;
    }

    private static long firstOfHalfWords(MemorySegment data, int exponent) {
        long count = data.byteSize() / HALF_WORD.byteSize();
        for (long i = 0; i < count; i++) {
            if ((data.get(HALF_WORD, i * HALF_WORD.byteSize()) & exponent) == exponent) {
                return i;
            }
        }
        return -1;
    }
}
