package io.tokenrouter.engine.tensor;

import static io.tokenrouter.engine.tensor.BlockDecoder.INT;
import static io.tokenrouter.engine.tensor.BlockDecoder.scale;
import static io.tokenrouter.engine.tensor.Lanes.COUNT;
import static io.tokenrouter.engine.tensor.Lanes.FLOATS;
import static io.tokenrouter.engine.tensor.Lanes.PARTS;

import java.lang.foreign.MemorySegment;
import java.nio.ByteOrder;
import jdk.incubator.vector.ByteVector;
import jdk.incubator.vector.FloatVector;
import jdk.incubator.vector.IntVector;
import jdk.incubator.vector.VectorOperators;

/**
 * Rows of stored weights to floats, a vector at a time. The numbers are exactly those of {@link BlockDecoder}: scale times
 * integer has no rounding in a float, so one fused multiply-add rounds as it does.
 */
final class RowDecoder {

    private static final int BLOCK = 32;
    private static final int HALF_BLOCK = BLOCK / 2;
    private static final IntVector LANE = IntVector.zero(Lanes.INTS).addIndex(1);

    private RowDecoder() {}

    static void decode(Tensor weights, int row, float[] out, int outOffset) {
        MemorySegment data = weights.data();
        long at = row * weights.rowBytes();
        int columns = weights.columns();
        int blocks = columns / BLOCK;
        switch (weights.format()) {
            case F32 -> MemorySegment.copy(data, BlockDecoder.FLOAT, at, out, outOffset, columns);
            case F16 -> half(data, at, columns, out, outOffset);
            case BF16 -> brain(data, at, columns, out, outOffset);
            case Q8_0 -> q80(data, at, blocks, out, outOffset);
            case Q4_0 -> q4(data, at, blocks, 18, 0, out, outOffset);
            case Q4_1 -> q4(data, at, blocks, 20, 2, out, outOffset);
            case Q5_0 -> q5(data, at, blocks, 22, 0, out, outOffset);
            case Q5_1 -> q5(data, at, blocks, 24, 2, out, outOffset);
        }
    }

    private static void half(MemorySegment data, long at, int columns, float[] out, int outOffset) {
        for (int i = 0; i < columns; i++) {
            out[outOffset + i] = Float.float16ToFloat(data.get(BlockDecoder.SHORT, at + 2L * i));
        }
    }

    private static void brain(MemorySegment data, long at, int columns, float[] out, int outOffset) {
        for (int i = 0; i < columns; i++) {
            out[outOffset + i] = Float.intBitsToFloat(data.get(BlockDecoder.SHORT, at + 2L * i) << 16);
        }
    }

    private static void q80(MemorySegment data, long at, int blocks, float[] out, int outOffset) {
        for (int block = 0; block < blocks; block++) {
            long from = at + 34L * block;
            int to = outOffset + BLOCK * block;
            float scale = scale(data, from);
            for (int i = 0; i < BLOCK; i += Lanes.BYTES.length()) {
                ByteVector bytes = bytes(data, from + 2 + i);
                for (int part = 0; part < PARTS; part++) {
                    FloatVector values = (FloatVector) bytes.castShape(FLOATS, part);
                    values.mul(scale).intoArray(out, to + i + part * COUNT);
                }
            }
        }
    }

    /** Four bits a number. {@code minimumAt} is where in a block its minimum lies; 0 where it is -8 times the scale. */
    private static void q4(
            MemorySegment data, long at, int blocks, int blockBytes, int minimumAt, float[] out, int outOffset) {
        for (int block = 0; block < blocks; block++) {
            long from = at + (long) blockBytes * block;
            int to = outOffset + BLOCK * block;
            float scale = scale(data, from);
            float minimum = minimumAt == 0 ? -8 * scale : scale(data, from + minimumAt);
            FloatVector scales = FloatVector.broadcast(FLOATS, scale);
            FloatVector minima = FloatVector.broadcast(FLOATS, minimum);
            for (int i = 0; i < HALF_BLOCK; i += Lanes.BYTES.length()) {
                ByteVector bytes = bytes(data, from + 2 + minimumAt + i);
                for (int part = 0; part < PARTS; part++) {
                    IntVector pairs = unsigned(bytes, part);
                    int j = to + i + part * COUNT;
                    floats(pairs.and(15)).fma(scales, minima).intoArray(out, j);
                    floats(pairs.lanewise(VectorOperators.LSHR, 4))
                            .fma(scales, minima)
                            .intoArray(out, j + HALF_BLOCK);
                }
            }
        }
    }

    /** Five bits a number, the fifth ones together in 32 bits before the nibbles. */
    private static void q5(
            MemorySegment data, long at, int blocks, int blockBytes, int minimumAt, float[] out, int outOffset) {
        for (int block = 0; block < blocks; block++) {
            long from = at + (long) blockBytes * block;
            int to = outOffset + BLOCK * block;
            float scale = scale(data, from);
            float minimum = minimumAt == 0 ? -16 * scale : scale(data, from + minimumAt);
            int high = data.get(INT, from + 2 + minimumAt);
            FloatVector scales = FloatVector.broadcast(FLOATS, scale);
            FloatVector minima = FloatVector.broadcast(FLOATS, minimum);
            for (int i = 0; i < HALF_BLOCK; i += Lanes.BYTES.length()) {
                ByteVector bytes = bytes(data, from + 6 + minimumAt + i);
                for (int part = 0; part < PARTS; part++) {
                    IntVector pairs = unsigned(bytes, part);
                    int first = i + part * COUNT;
                    IntVector low = pairs.and(15).or(fifthBits(high, first));
                    IntVector top = pairs.lanewise(VectorOperators.LSHR, 4).or(fifthBits(high, first + HALF_BLOCK));
                    floats(low).fma(scales, minima).intoArray(out, to + first);
                    floats(top).fma(scales, minima).intoArray(out, to + first + HALF_BLOCK);
                }
            }
        }
    }

    /** Bit {@code first + lane} of {@code high}, moved to where it counts 16. */
    private static IntVector fifthBits(int high, int first) {
        return IntVector.broadcast(Lanes.INTS, high >>> first << 4)
                .lanewise(VectorOperators.LSHR, LANE)
                .and(16);
    }

    private static ByteVector bytes(MemorySegment data, long at) {
        return ByteVector.fromMemorySegment(Lanes.BYTES, data, at, ByteOrder.LITTLE_ENDIAN);
    }

    private static IntVector unsigned(ByteVector bytes, int part) {
        return (IntVector) bytes.convertShape(VectorOperators.ZERO_EXTEND_B2I, Lanes.INTS, part);
    }

    private static FloatVector floats(IntVector integers) {
        return (FloatVector) integers.convertShape(VectorOperators.I2F, FLOATS, 0);
    }
}
