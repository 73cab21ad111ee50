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
import static jdk.incubator.vector.VectorOperators.LSHL;
import static jdk.incubator.vector.VectorOperators.LSHR;
import static jdk.incubator.vector.VectorOperators.ZERO_EXTEND_B2I;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import jdk.incubator.vector.ByteVector;
import jdk.incubator.vector.FloatVector;
import jdk.incubator.vector.IntVector;

/**
 * As {@link BlockDots} for the formats with blocks of 256 that downloads are made of most. Weights become the floats of
 * {@link SuperBlocks} before they are multiplied: products of scales and codes are exact, so a fused multiply-add that takes the minimum
 * off, or the middle of the codes, rounds as the definition does.
 */
final class SuperBlockDots {

    private static final int STEP = COUNT * PARTS;

    private SuperBlockDots() {}

    static void q4k(MemorySegment data, long w0, long w1, int blocks, float[] x, int from, float[] sums, int to) {
        FloatVector s0 = FloatVector.zero(FLOATS);
        FloatVector s1 = s0;
        for (int block = 0; block < blocks; block++) {
            long a0 = w0 + 144L * block;
            long a1 = w1 + 144L * block;
            float scale0 = scale(data, a0);
            float scale1 = scale(data, a1);
            float minimum0 = -scale(data, a0 + 2);
            float minimum1 = -scale(data, a1 + 2);
            long scales0 = kScales(data, a0);
            long scales1 = kScales(data, a1);
            long minima0 = kMinima(data, a0);
            long minima1 = kMinima(data, a1);
            for (int part = 0; part < 8; part += 2) {
                FloatVector d0 = FloatVector.broadcast(FLOATS, scale0 * sixBits(scales0, part));
                FloatVector d1 = FloatVector.broadcast(FLOATS, scale1 * sixBits(scales1, part));
                FloatVector m0 = FloatVector.broadcast(FLOATS, minimum0 * sixBits(minima0, part));
                FloatVector m1 = FloatVector.broadcast(FLOATS, minimum1 * sixBits(minima1, part));
                long c0 = a0 + 16 + part * 16;
                long c1 = a1 + 16 + part * 16;
                int k = from + block * SuperBlocks.SIZE + part * 32;
                for (int i = 0; i < 32; i += STEP) {
                    for (int lane = 0; lane < PARTS; lane++) {
                        FloatVector v = FloatVector.fromArray(FLOATS, x, k + i + lane * COUNT);
                        IntVector low0 = ((IntVector) ByteVector.fromMemorySegment(BYTES, data, c0 + i, LITTLE_ENDIAN)
                                        .convertShape(ZERO_EXTEND_B2I, INTS, lane))
                                .and(15);
                        IntVector low1 = ((IntVector) ByteVector.fromMemorySegment(BYTES, data, c1 + i, LITTLE_ENDIAN)
                                        .convertShape(ZERO_EXTEND_B2I, INTS, lane))
                                .and(15);
                        s0 = ((FloatVector) low0.convertShape(I2F, FLOATS, 0))
                                .fma(d0, m0)
                                .fma(v, s0);
                        s1 = ((FloatVector) low1.convertShape(I2F, FLOATS, 0))
                                .fma(d1, m1)
                                .fma(v, s1);
                    }
                }
                d0 = FloatVector.broadcast(FLOATS, scale0 * sixBits(scales0, part + 1));
                d1 = FloatVector.broadcast(FLOATS, scale1 * sixBits(scales1, part + 1));
                m0 = FloatVector.broadcast(FLOATS, minimum0 * sixBits(minima0, part + 1));
                m1 = FloatVector.broadcast(FLOATS, minimum1 * sixBits(minima1, part + 1));
                for (int i = 0; i < 32; i += STEP) {
                    for (int lane = 0; lane < PARTS; lane++) {
                        FloatVector v = FloatVector.fromArray(FLOATS, x, k + 32 + i + lane * COUNT);
                        IntVector high0 = ((IntVector) ByteVector.fromMemorySegment(BYTES, data, c0 + i, LITTLE_ENDIAN)
                                        .convertShape(ZERO_EXTEND_B2I, INTS, lane))
                                .lanewise(LSHR, 4);
                        IntVector high1 = ((IntVector) ByteVector.fromMemorySegment(BYTES, data, c1 + i, LITTLE_ENDIAN)
                                        .convertShape(ZERO_EXTEND_B2I, INTS, lane))
                                .lanewise(LSHR, 4);
                        s0 = ((FloatVector) high0.convertShape(I2F, FLOATS, 0))
                                .fma(d0, m0)
                                .fma(v, s0);
                        s1 = ((FloatVector) high1.convertShape(I2F, FLOATS, 0))
                                .fma(d1, m1)
                                .fma(v, s1);
                    }
                }
            }
        }
        s0.intoArray(sums, to);
        s1.intoArray(sums, to + DotTiles.SLOTS / 2 * COUNT);
    }

    /** One row, since two would be too much code for one method. */
    static void q5k(MemorySegment data, long w, int blocks, float[] x, int from, float[] sums, int to) {
        FloatVector sum = FloatVector.zero(FLOATS);
        for (int block = 0; block < blocks; block++) {
            long at = w + 176L * block;
            float scale = scale(data, at);
            float minimum = -scale(data, at + 2);
            long scales = kScales(data, at);
            long minima = kMinima(data, at);
            for (int part = 0; part < 8; part += 2) {
                long codes = at + 48 + part * 16;
                int k = from + block * SuperBlocks.SIZE + part * 32;
                FloatVector step = FloatVector.broadcast(FLOATS, scale * sixBits(scales, part));
                FloatVector least = FloatVector.broadcast(FLOATS, minimum * sixBits(minima, part));
                IntVector fifth = IntVector.broadcast(INTS, part);
                for (int i = 0; i < 32; i += STEP) {
                    for (int lane = 0; lane < PARTS; lane++) {
                        FloatVector v = FloatVector.fromArray(FLOATS, x, k + i + lane * COUNT);
                        IntVector high = ((IntVector)
                                        ByteVector.fromMemorySegment(BYTES, data, at + 16 + i, LITTLE_ENDIAN)
                                                .convertShape(ZERO_EXTEND_B2I, INTS, lane))
                                .lanewise(LSHL, 4)
                                .lanewise(LSHR, fifth)
                                .and(16);
                        IntVector code = ((IntVector)
                                        ByteVector.fromMemorySegment(BYTES, data, codes + i, LITTLE_ENDIAN)
                                                .convertShape(ZERO_EXTEND_B2I, INTS, lane))
                                .and(15)
                                .or(high);
                        sum = ((FloatVector) code.convertShape(I2F, FLOATS, 0))
                                .fma(step, least)
                                .fma(v, sum);
                    }
                }
                step = FloatVector.broadcast(FLOATS, scale * sixBits(scales, part + 1));
                least = FloatVector.broadcast(FLOATS, minimum * sixBits(minima, part + 1));
                for (int i = 0; i < 32; i += STEP) {
                    for (int lane = 0; lane < PARTS; lane++) {
                        FloatVector v = FloatVector.fromArray(FLOATS, x, k + 32 + i + lane * COUNT);
                        IntVector high = ((IntVector)
                                        ByteVector.fromMemorySegment(BYTES, data, at + 16 + i, LITTLE_ENDIAN)
                                                .convertShape(ZERO_EXTEND_B2I, INTS, lane))
                                .lanewise(LSHL, 3)
                                .lanewise(LSHR, fifth)
                                .and(16);
                        IntVector code = ((IntVector)
                                        ByteVector.fromMemorySegment(BYTES, data, codes + i, LITTLE_ENDIAN)
                                                .convertShape(ZERO_EXTEND_B2I, INTS, lane))
                                .lanewise(LSHR, 4)
                                .or(high);
                        sum = ((FloatVector) code.convertShape(I2F, FLOATS, 0))
                                .fma(step, least)
                                .fma(v, sum);
                    }
                }
            }
        }
        sum.intoArray(sums, to);
    }

    /** One row likewise; a half of a block has four stretches of 32 numbers in the same 64 and 32 bytes. */
    static void q6k(MemorySegment data, long w, int blocks, float[] x, int from, float[] sums, int to) {
        FloatVector sum = FloatVector.zero(FLOATS);
        for (int block = 0; block < blocks; block++) {
            long at = w + 210L * block;
            float scale = scale(data, at + 208);
            for (int half = 0; half < 2; half++) {
                long low = at + half * 64;
                long high = at + 128 + half * 32;
                long scales = at + 192 + half * 8;
                int k = from + block * SuperBlocks.SIZE + half * 128;
                for (int sub = 0; sub < 2; sub++) {
                    float scaled = scale * data.get(ValueLayout.JAVA_BYTE, scales + 0 + sub);
                    FloatVector step = FloatVector.broadcast(FLOATS, scaled);
                    FloatVector least = FloatVector.broadcast(FLOATS, -32 * scaled);
                    for (int i = 0; i < 16; i += STEP) {
                        for (int lane = 0; lane < PARTS; lane++) {
                            FloatVector v = FloatVector.fromArray(FLOATS, x, k + 0 + sub * 16 + i + lane * COUNT);
                            IntVector upper = ((IntVector) ByteVector.fromMemorySegment(
                                                    BYTES, data, high + sub * 16 + i, LITTLE_ENDIAN)
                                            .convertShape(ZERO_EXTEND_B2I, INTS, lane))
                                    .lanewise(LSHL, 4)
                                    .and(0x30);
                            IntVector code = ((IntVector)
                                            ByteVector.fromMemorySegment(BYTES, data, low + sub * 16 + i, LITTLE_ENDIAN)
                                                    .convertShape(ZERO_EXTEND_B2I, INTS, lane))
                                    .and(15)
                                    .or(upper);
                            sum = ((FloatVector) code.convertShape(I2F, FLOATS, 0))
                                    .fma(step, least)
                                    .fma(v, sum);
                        }
                    }
                }
                for (int sub = 0; sub < 2; sub++) {
                    float scaled = scale * data.get(ValueLayout.JAVA_BYTE, scales + 2 + sub);
                    FloatVector step = FloatVector.broadcast(FLOATS, scaled);
                    FloatVector least = FloatVector.broadcast(FLOATS, -32 * scaled);
                    for (int i = 0; i < 16; i += STEP) {
                        for (int lane = 0; lane < PARTS; lane++) {
                            FloatVector v = FloatVector.fromArray(FLOATS, x, k + 32 + sub * 16 + i + lane * COUNT);
                            IntVector upper = ((IntVector) ByteVector.fromMemorySegment(
                                                    BYTES, data, high + sub * 16 + i, LITTLE_ENDIAN)
                                            .convertShape(ZERO_EXTEND_B2I, INTS, lane))
                                    .lanewise(LSHL, 2)
                                    .and(0x30);
                            IntVector code = ((IntVector) ByteVector.fromMemorySegment(
                                                    BYTES, data, low + 32 + sub * 16 + i, LITTLE_ENDIAN)
                                            .convertShape(ZERO_EXTEND_B2I, INTS, lane))
                                    .and(15)
                                    .or(upper);
                            sum = ((FloatVector) code.convertShape(I2F, FLOATS, 0))
                                    .fma(step, least)
                                    .fma(v, sum);
                        }
                    }
                }
                for (int sub = 0; sub < 2; sub++) {
                    float scaled = scale * data.get(ValueLayout.JAVA_BYTE, scales + 4 + sub);
                    FloatVector step = FloatVector.broadcast(FLOATS, scaled);
                    FloatVector least = FloatVector.broadcast(FLOATS, -32 * scaled);
                    for (int i = 0; i < 16; i += STEP) {
                        for (int lane = 0; lane < PARTS; lane++) {
                            FloatVector v = FloatVector.fromArray(FLOATS, x, k + 64 + sub * 16 + i + lane * COUNT);
                            IntVector upper = ((IntVector) ByteVector.fromMemorySegment(
                                                    BYTES, data, high + sub * 16 + i, LITTLE_ENDIAN)
                                            .convertShape(ZERO_EXTEND_B2I, INTS, lane))
                                    .and(0x30);
                            IntVector code = ((IntVector)
                                            ByteVector.fromMemorySegment(BYTES, data, low + sub * 16 + i, LITTLE_ENDIAN)
                                                    .convertShape(ZERO_EXTEND_B2I, INTS, lane))
                                    .lanewise(LSHR, 4)
                                    .or(upper);
                            sum = ((FloatVector) code.convertShape(I2F, FLOATS, 0))
                                    .fma(step, least)
                                    .fma(v, sum);
                        }
                    }
                }
                for (int sub = 0; sub < 2; sub++) {
                    float scaled = scale * data.get(ValueLayout.JAVA_BYTE, scales + 6 + sub);
                    FloatVector step = FloatVector.broadcast(FLOATS, scaled);
                    FloatVector least = FloatVector.broadcast(FLOATS, -32 * scaled);
                    for (int i = 0; i < 16; i += STEP) {
                        for (int lane = 0; lane < PARTS; lane++) {
                            FloatVector v = FloatVector.fromArray(FLOATS, x, k + 96 + sub * 16 + i + lane * COUNT);
                            IntVector upper = ((IntVector) ByteVector.fromMemorySegment(
                                                    BYTES, data, high + sub * 16 + i, LITTLE_ENDIAN)
                                            .convertShape(ZERO_EXTEND_B2I, INTS, lane))
                                    .lanewise(LSHR, 2)
                                    .and(0x30);
                            IntVector code = ((IntVector) ByteVector.fromMemorySegment(
                                                    BYTES, data, low + 32 + sub * 16 + i, LITTLE_ENDIAN)
                                            .convertShape(ZERO_EXTEND_B2I, INTS, lane))
                                    .lanewise(LSHR, 4)
                                    .or(upper);
                            sum = ((FloatVector) code.convertShape(I2F, FLOATS, 0))
                                    .fma(step, least)
                                    .fma(v, sum);
                        }
                    }
                }
            }
        }
        sum.intoArray(sums, to);
    }

    /** {@link SuperBlocks#kScale} of all eight parts of the block at {@code at}, a byte each. */
    private static long kScales(MemorySegment data, long at) {
        int first = data.get(INT, at + SuperBlocks.K_SCALES);
        int third = data.get(INT, at + SuperBlocks.K_SCALES + 8);
        return eight(first & 0x3f3f3f3f, third & 0x0f0f0f0f | first >>> 2 & 0x30303030);
    }

    /** {@link SuperBlocks#kMinimum} likewise. */
    private static long kMinima(MemorySegment data, long at) {
        int second = data.get(INT, at + SuperBlocks.K_SCALES + 4);
        int third = data.get(INT, at + SuperBlocks.K_SCALES + 8);
        return eight(second & 0x3f3f3f3f, third >>> 4 & 0x0f0f0f0f | second >>> 2 & 0x30303030);
    }

    private static long eight(int low, int high) {
        return (long) high << Integer.SIZE | Integer.toUnsignedLong(low);
    }

    private static int sixBits(long bytes, int part) {
        return (int) (bytes >>> part * Byte.SIZE) & 63;
    }
}
