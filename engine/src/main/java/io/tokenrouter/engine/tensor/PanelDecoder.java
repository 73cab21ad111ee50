package io.tokenrouter.engine.tensor;

import static io.tokenrouter.engine.tensor.BlockDecoder.INT;
import static io.tokenrouter.engine.tensor.BlockDecoder.scale;
import static io.tokenrouter.engine.tensor.Lanes.COUNT;
import static io.tokenrouter.engine.tensor.Lanes.FLOATS;
import static io.tokenrouter.engine.tensor.Lanes.PARTS;

import java.lang.foreign.MemorySegment;
import jdk.incubator.vector.ByteVector;
import jdk.incubator.vector.FloatVector;
import jdk.incubator.vector.IntVector;

/**
 * Stretches of weight rows to floats, a vector at a time, into one slot of a panel: vectors are {@link DotTiles#STEP} floats
 * apart. The numbers are exactly those of {@link BlockDecoder}: scale times integer has no rounding in a float, so one fused
 * multiply-add rounds as it does.
 */
final class PanelDecoder {

    private static final int BLOCK = 32;
    private static final int HALF_BLOCK = BLOCK / 2;
    /** Floats of a panel that a block's vectors span. */
    private static final int BLOCK_STEP = BLOCK / COUNT * DotTiles.STEP;

    private PanelDecoder() {}

    /**
     * Decodes columns {@code from .. from + count - 1}; what is missing to a whole vector becomes zero. Has to stay a method of
     * its own when compiled: see the package's notes on vectors and methods.
     *
     * @param from a multiple of 256
     */
    static void decode(Tensor weights, int row, int from, int count, float[] panel, int to) {
        long at = row * weights.rowBytes() + weights.format().bytesFor(from);
        int blocks = count / BLOCK;
        switch (weights.format()) {
            case F32 -> {
                floats(weights.data(), at, FLOATS.loopBound(count), panel, to);
                rest(weights, at, FLOATS.loopBound(count), count, panel, to);
            }
            case F16 -> {
                halves(weights.data(), at, FLOATS.loopBound(count), panel, to);
                rest(weights, at, FLOATS.loopBound(count), count, panel, to);
            }
            case BF16 -> {
                brains(weights.data(), at, FLOATS.loopBound(count), panel, to);
                rest(weights, at, FLOATS.loopBound(count), count, panel, to);
            }
            case Q8_0 -> q80(weights.data(), at, blocks, panel, to);
            case Q4_0 -> q4(weights.data(), at, blocks, weights.format().blockBytes(), 0, panel, to);
            case Q4_1 -> q4(weights.data(), at, blocks, weights.format().blockBytes(), 2, panel, to);
            case Q5_0 -> q5(weights.data(), at, blocks, weights.format().blockBytes(), 0, panel, to);
            case Q5_1 -> q5(weights.data(), at, blocks, weights.format().blockBytes(), 2, panel, to);
            case IQ4_NL -> iq4(weights.data(), at, blocks, panel, to);
            case Q2_K, Q3_K, Q4_K, Q5_K, Q6_K, IQ4_XS -> superBlocks(weights, at, count, panel, to);
        }
    }

    private static void superBlocks(Tensor weights, long at, int count, float[] panel, int to) {
        MemorySegment data = weights.data();
        for (int k = 0; k < count; k += SuperBlocks.SIZE) {
            long from = at + (long) k / SuperBlocks.SIZE * weights.format().blockBytes();
            int target = to + k * DotTiles.SLOTS;
            switch (weights.format()) {
                case Q2_K -> SuperBlockPanels.q2k(data, from, panel, target);
                case Q3_K -> SuperBlockPanels.q3k(data, from, panel, target);
                case Q4_K -> SuperBlockPanels.q4k(data, from, panel, target);
                case Q5_K -> SuperBlockPanels.q5k(data, from, panel, target);
                case Q6_K -> SuperBlockPanels.q6k(data, from, panel, target);
                case IQ4_XS -> SuperBlockPanels.iq4xs(data, from, panel, target);
                default -> throw new IllegalArgumentException(weights.format() + " has no blocks of 256");
            }
        }
    }

    private static void iq4(MemorySegment data, long at, int blocks, float[] panel, int to) {
        for (int block = 0; block < blocks; block++) {
            long from = at + 18L * block;
            SuperBlockPanels.iq4(data, from + 2, scale(data, from), panel, to + BLOCK_STEP * block);
        }
    }

    private static void floats(MemorySegment data, long at, int count, float[] panel, int to) {
        for (int k = 0; k < count; k += COUNT) {
            Unpack.floats(data, at + 4L * k).intoArray(panel, to + k * DotTiles.SLOTS);
        }
    }

    private static void halves(MemorySegment data, long at, int count, float[] panel, int to) {
        for (int k = 0; k < count; k += COUNT) {
            Unpack.halves(data, at + 2L * k).intoArray(panel, to + k * DotTiles.SLOTS);
        }
    }

    private static void brains(MemorySegment data, long at, int count, float[] panel, int to) {
        for (int k = 0; k < count; k += COUNT) {
            Unpack.brains(data, at + 2L * k).intoArray(panel, to + k * DotTiles.SLOTS);
        }
    }

    /** What is missing to a whole vector. */
    private static void rest(Tensor weights, long at, int whole, int count, float[] panel, int to) {
        if (whole == count) {
            return;
        }
        int target = to + whole * DotTiles.SLOTS;
        FloatVector.zero(FLOATS).intoArray(panel, target);
        long from = at + weights.format().bytesFor(whole);
        BlockDecoder.decode(weights.format(), weights.data(), from, count - whole, panel, target);
    }

    private static void q80(MemorySegment data, long at, int blocks, float[] panel, int to) {
        for (int block = 0; block < blocks; block++) {
            long from = at + 34L * block;
            int target = to + BLOCK_STEP * block;
            float scale = scale(data, from);
            for (int i = 0; i < BLOCK; i += COUNT * PARTS) {
                ByteVector bytes = Unpack.bytes(data, from + 2 + i);
                for (int part = 0; part < PARTS; part++) {
                    int j = i + part * COUNT;
                    Unpack.signed(bytes, part).mul(scale).intoArray(panel, target + j * DotTiles.SLOTS);
                }
            }
        }
    }

    /** Four bits a number. {@code minimumAt} is where in a block its minimum lies; 0 where it is -8 times the scale. */
    private static void q4(
            MemorySegment data, long at, int blocks, int blockBytes, int minimumAt, float[] panel, int to) {
        for (int block = 0; block < blocks; block++) {
            long from = at + (long) blockBytes * block;
            int target = to + BLOCK_STEP * block;
            float scale = scale(data, from);
            FloatVector scales = FloatVector.broadcast(FLOATS, scale);
            FloatVector minima =
                    FloatVector.broadcast(FLOATS, minimumAt == 0 ? -8 * scale : scale(data, from + minimumAt));
            for (int i = 0; i < HALF_BLOCK; i += COUNT * PARTS) {
                ByteVector bytes = Unpack.bytes(data, from + 2 + minimumAt + i);
                for (int part = 0; part < PARTS; part++) {
                    IntVector pairs = Unpack.unsigned(bytes, part);
                    int j = i + part * COUNT;
                    put(Unpack.lowNibbles(pairs), scales, minima, panel, target + j * DotTiles.SLOTS);
                    put(Unpack.highNibbles(pairs), scales, minima, panel, target + (j + HALF_BLOCK) * DotTiles.SLOTS);
                }
            }
        }
    }

    /** Five bits a number, the fifth ones together in 32 bits before the nibbles. */
    private static void q5(
            MemorySegment data, long at, int blocks, int blockBytes, int minimumAt, float[] panel, int to) {
        for (int block = 0; block < blocks; block++) {
            long from = at + (long) blockBytes * block;
            int target = to + BLOCK_STEP * block;
            float scale = scale(data, from);
            int fifths = data.get(INT, from + 2 + minimumAt);
            FloatVector scales = FloatVector.broadcast(FLOATS, scale);
            FloatVector minima =
                    FloatVector.broadcast(FLOATS, minimumAt == 0 ? -16 * scale : scale(data, from + minimumAt));
            for (int i = 0; i < HALF_BLOCK; i += COUNT * PARTS) {
                ByteVector bytes = Unpack.bytes(data, from + 6 + minimumAt + i);
                for (int part = 0; part < PARTS; part++) {
                    IntVector pairs = Unpack.unsigned(bytes, part);
                    int j = i + part * COUNT;
                    IntVector low = Unpack.lowNibbles(pairs).or(Unpack.fifthBits(fifths, j));
                    IntVector high = Unpack.highNibbles(pairs).or(Unpack.fifthBits(fifths, j + HALF_BLOCK));
                    put(low, scales, minima, panel, target + j * DotTiles.SLOTS);
                    put(high, scales, minima, panel, target + (j + HALF_BLOCK) * DotTiles.SLOTS);
                }
            }
        }
    }

    private static void put(IntVector codes, FloatVector scales, FloatVector minima, float[] panel, int to) {
        Unpack.toFloats(codes).fma(scales, minima).intoArray(panel, to);
    }
}
