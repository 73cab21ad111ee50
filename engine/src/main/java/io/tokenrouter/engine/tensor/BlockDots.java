package io.tokenrouter.engine.tensor;

import static io.tokenrouter.engine.tensor.BlockDecoder.INT;
import static io.tokenrouter.engine.tensor.BlockDecoder.scale;
import static io.tokenrouter.engine.tensor.Lanes.BYTES;
import static io.tokenrouter.engine.tensor.Lanes.COUNT;
import static io.tokenrouter.engine.tensor.Lanes.FLOATS;
import static io.tokenrouter.engine.tensor.Lanes.INTS;
import static io.tokenrouter.engine.tensor.Lanes.PARTS;
import static java.nio.ByteOrder.LITTLE_ENDIAN;
import static jdk.incubator.vector.VectorOperators.I2F;
import static jdk.incubator.vector.VectorOperators.LSHR;
import static jdk.incubator.vector.VectorOperators.ZERO_EXTEND_B2I;

import java.lang.foreign.MemorySegment;
import jdk.incubator.vector.ByteVector;
import jdk.incubator.vector.FloatVector;
import jdk.incubator.vector.IntVector;

/**
 * Two rows of weights stored in blocks of 32 times one row of activations; accumulators go to {@code sums}, the
 * second half a panel of vectors after the first. Weights become the same floats as in {@link PanelDecoder} before they are
 * multiplied. Nibbles are unpacked in place and not by {@link Unpack}: see the package's notes on vectors and methods.
 */
final class BlockDots {

    private static final int BLOCK = 32;
    private static final int HALF_BLOCK = BLOCK / 2;

    private BlockDots() {}

    static void q80(MemorySegment data, long w0, long w1, int blocks, float[] x, int from, float[] sums, int to) {
        FloatVector s0 = FloatVector.zero(FLOATS);
        FloatVector s1 = s0;
        for (int block = 0; block < blocks; block++) {
            long a0 = w0 + 34L * block;
            long a1 = w1 + 34L * block;
            float d0 = scale(data, a0);
            float d1 = scale(data, a1);
            for (int i = 0; i < BLOCK; i += COUNT * PARTS) {
                for (int part = 0; part < PARTS; part++) {
                    FloatVector v = FloatVector.fromArray(FLOATS, x, from + block * BLOCK + i + part * COUNT);
                    s0 = Unpack.signed(Unpack.bytes(data, a0 + 2 + i), part)
                            .mul(d0)
                            .fma(v, s0);
                    s1 = Unpack.signed(Unpack.bytes(data, a1 + 2 + i), part)
                            .mul(d1)
                            .fma(v, s1);
                }
            }
        }
        s0.intoArray(sums, to);
        s1.intoArray(sums, to + DotTiles.SLOTS / 2 * COUNT);
    }

    /** Four bits a number; {@code minimumAt} as in {@link PanelDecoder}. */
    static void q4(
            MemorySegment data,
            long w0,
            long w1,
            int blocks,
            int blockBytes,
            int minimumAt,
            float[] x,
            int from,
            float[] sums,
            int to) {
        FloatVector s0 = FloatVector.zero(FLOATS);
        FloatVector s1 = s0;
        for (int block = 0; block < blocks; block++) {
            long a0 = w0 + (long) blockBytes * block;
            long a1 = w1 + (long) blockBytes * block;
            float scale0 = scale(data, a0);
            float scale1 = scale(data, a1);
            FloatVector d0 = FloatVector.broadcast(FLOATS, scale0);
            FloatVector d1 = FloatVector.broadcast(FLOATS, scale1);
            FloatVector m0 = FloatVector.broadcast(FLOATS, minimumAt == 0 ? -8 * scale0 : scale(data, a0 + minimumAt));
            FloatVector m1 = FloatVector.broadcast(FLOATS, minimumAt == 0 ? -8 * scale1 : scale(data, a1 + minimumAt));
            a0 += 2 + minimumAt;
            a1 += 2 + minimumAt;
            int k = from + block * BLOCK;
            for (int i = 0; i < HALF_BLOCK; i += COUNT * PARTS) {
                for (int part = 0; part < PARTS; part++) {
                    FloatVector v = FloatVector.fromArray(FLOATS, x, k + i + part * COUNT);
                    IntVector c0 = ((IntVector) ByteVector.fromMemorySegment(BYTES, data, a0 + i, LITTLE_ENDIAN)
                                    .convertShape(ZERO_EXTEND_B2I, INTS, part))
                            .and(15);
                    IntVector c1 = ((IntVector) ByteVector.fromMemorySegment(BYTES, data, a1 + i, LITTLE_ENDIAN)
                                    .convertShape(ZERO_EXTEND_B2I, INTS, part))
                            .and(15);
                    s0 = ((FloatVector) c0.convertShape(I2F, FLOATS, 0))
                            .fma(d0, m0)
                            .fma(v, s0);
                    s1 = ((FloatVector) c1.convertShape(I2F, FLOATS, 0))
                            .fma(d1, m1)
                            .fma(v, s1);
                }
            }
            for (int i = 0; i < HALF_BLOCK; i += COUNT * PARTS) {
                for (int part = 0; part < PARTS; part++) {
                    FloatVector v = FloatVector.fromArray(FLOATS, x, k + HALF_BLOCK + i + part * COUNT);
                    IntVector c0 = ((IntVector) ByteVector.fromMemorySegment(BYTES, data, a0 + i, LITTLE_ENDIAN)
                                    .convertShape(ZERO_EXTEND_B2I, INTS, part))
                            .lanewise(LSHR, 4);
                    IntVector c1 = ((IntVector) ByteVector.fromMemorySegment(BYTES, data, a1 + i, LITTLE_ENDIAN)
                                    .convertShape(ZERO_EXTEND_B2I, INTS, part))
                            .lanewise(LSHR, 4);
                    s0 = ((FloatVector) c0.convertShape(I2F, FLOATS, 0))
                            .fma(d0, m0)
                            .fma(v, s0);
                    s1 = ((FloatVector) c1.convertShape(I2F, FLOATS, 0))
                            .fma(d1, m1)
                            .fma(v, s1);
                }
            }
        }
        s0.intoArray(sums, to);
        s1.intoArray(sums, to + DotTiles.SLOTS / 2 * COUNT);
    }

    /** Five bits a number; one row, since two would be too much code for one method. */
    static void q5(
            MemorySegment data,
            long w,
            int blocks,
            int blockBytes,
            int minimumAt,
            float[] x,
            int from,
            float[] sums,
            int to) {
        FloatVector sum = FloatVector.zero(FLOATS);
        for (int block = 0; block < blocks; block++) {
            long at = w + (long) blockBytes * block;
            float scale = scale(data, at);
            FloatVector scales = FloatVector.broadcast(FLOATS, scale);
            FloatVector minima =
                    FloatVector.broadcast(FLOATS, minimumAt == 0 ? -16 * scale : scale(data, at + minimumAt));
            int fifths = data.get(INT, at + 2 + minimumAt);
            at += 6 + minimumAt;
            int k = from + block * BLOCK;
            for (int i = 0; i < HALF_BLOCK; i += COUNT * PARTS) {
                for (int part = 0; part < PARTS; part++) {
                    int j = i + part * COUNT;
                    FloatVector v = FloatVector.fromArray(FLOATS, x, k + j);
                    IntVector fifth = IntVector.broadcast(INTS, fifths >>> j << 4)
                            .lanewise(LSHR, Unpack.LANE)
                            .and(16);
                    IntVector codes = ((IntVector) ByteVector.fromMemorySegment(BYTES, data, at + i, LITTLE_ENDIAN)
                                    .convertShape(ZERO_EXTEND_B2I, INTS, part))
                            .and(15)
                            .or(fifth);
                    sum = ((FloatVector) codes.convertShape(I2F, FLOATS, 0))
                            .fma(scales, minima)
                            .fma(v, sum);
                }
            }
            for (int i = 0; i < HALF_BLOCK; i += COUNT * PARTS) {
                for (int part = 0; part < PARTS; part++) {
                    int j = HALF_BLOCK + i + part * COUNT;
                    FloatVector v = FloatVector.fromArray(FLOATS, x, k + j);
                    IntVector fifth = IntVector.broadcast(INTS, fifths >>> j << 4)
                            .lanewise(LSHR, Unpack.LANE)
                            .and(16);
                    IntVector codes = ((IntVector) ByteVector.fromMemorySegment(BYTES, data, at + i, LITTLE_ENDIAN)
                                    .convertShape(ZERO_EXTEND_B2I, INTS, part))
                            .lanewise(LSHR, 4)
                            .or(fifth);
                    sum = ((FloatVector) codes.convertShape(I2F, FLOATS, 0))
                            .fma(scales, minima)
                            .fma(v, sum);
                }
            }
        }
        sum.intoArray(sums, to);
    }
}
