package io.tokenrouter.engine.tensor;

import static io.tokenrouter.engine.tensor.BlockDecoder.scale;
import static io.tokenrouter.engine.tensor.DotTiles.SLOTS;
import static io.tokenrouter.engine.tensor.Lanes.COUNT;
import static io.tokenrouter.engine.tensor.Lanes.FLOATS;
import static io.tokenrouter.engine.tensor.Lanes.PARTS;
import static jdk.incubator.vector.VectorOperators.LSHL;
import static jdk.incubator.vector.VectorOperators.LSHR;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import jdk.incubator.vector.FloatVector;
import jdk.incubator.vector.IntVector;

/**
 * One block of 256 numbers to floats in one slot of a panel, as {@link PanelDecoder} lays it out: the numbers of {@link SuperBlocks}
 * exactly.
 */
final class SuperBlockPanels {

    private static final int STEP = COUNT * PARTS;

    private SuperBlockPanels() {}

    static void q2k(MemorySegment data, long at, float[] panel, int to) {
        float scale = scale(data, at + 80);
        float minimum = scale(data, at + 82);
        for (int part = 0; part < 16; part++) {
            int scales = data.get(ValueLayout.JAVA_BYTE, at + part);
            long codes = at + 16 + part / 8 * 32 + part % 2 * 16;
            int shift = part % 8 / 2 * 2;
            FloatVector step = FloatVector.broadcast(FLOATS, scale * (scales & 15));
            FloatVector least = FloatVector.broadcast(FLOATS, -minimum * (scales >>> 4 & 15));
            int target = to + 16 * part * SLOTS;
            for (int i = 0; i < 16; i += STEP) {
                for (int lane = 0; lane < PARTS; lane++) {
                    IntVector code = Unpack.unsigned(Unpack.bytes(data, codes + i), lane)
                            .lanewise(LSHR, shift)
                            .and(3);
                    Unpack.toFloats(code).fma(step, least).intoArray(panel, target + (i + lane * COUNT) * SLOTS);
                }
            }
        }
    }

    static void q3k(MemorySegment data, long at, float[] panel, int to) {
        float scale = scale(data, at + 108);
        for (int part = 0; part < 16; part++) {
            long low = at + 32 + part / 8 * 32 + part % 2 * 16;
            long high = at + part % 2 * 16;
            int shift = part % 8 / 2 * 2;
            int bit = part / 2;
            FloatVector step = FloatVector.broadcast(FLOATS, scale * SuperBlocks.q3Scale(data, at + 96, part));
            int target = to + 16 * part * SLOTS;
            for (int i = 0; i < 16; i += STEP) {
                for (int lane = 0; lane < PARTS; lane++) {
                    IntVector third = Unpack.unsigned(Unpack.bytes(data, high + i), lane)
                            .lanewise(LSHR, bit)
                            .and(1)
                            .lanewise(LSHL, 2);
                    IntVector code = Unpack.unsigned(Unpack.bytes(data, low + i), lane)
                            .lanewise(LSHR, shift)
                            .and(3)
                            .or(third)
                            .sub(4);
                    Unpack.toFloats(code).mul(step).intoArray(panel, target + (i + lane * COUNT) * SLOTS);
                }
            }
        }
    }

    static void q4k(MemorySegment data, long at, float[] panel, int to) {
        float scale = scale(data, at);
        float minimum = scale(data, at + 2);
        for (int part = 0; part < 8; part++) {
            long codes = at + 16 + part / 2 * 32;
            int shift = part % 2 * 4;
            float scaled = scale * SuperBlocks.kScale(data, at + SuperBlocks.K_SCALES, part);
            FloatVector step = FloatVector.broadcast(FLOATS, scaled);
            FloatVector least = FloatVector.broadcast(
                    FLOATS, -minimum * SuperBlocks.kMinimum(data, at + SuperBlocks.K_SCALES, part));
            int target = to + 32 * part * SLOTS;
            for (int i = 0; i < 32; i += STEP) {
                for (int lane = 0; lane < PARTS; lane++) {
                    IntVector code = Unpack.unsigned(Unpack.bytes(data, codes + i), lane)
                            .lanewise(LSHR, shift)
                            .and(15);
                    Unpack.toFloats(code).fma(step, least).intoArray(panel, target + (i + lane * COUNT) * SLOTS);
                }
            }
        }
    }

    static void q5k(MemorySegment data, long at, float[] panel, int to) {
        float scale = scale(data, at);
        float minimum = scale(data, at + 2);
        for (int part = 0; part < 8; part++) {
            long codes = at + 48 + part / 2 * 32;
            int shift = part % 2 * 4;
            float scaled = scale * SuperBlocks.kScale(data, at + SuperBlocks.K_SCALES, part);
            FloatVector step = FloatVector.broadcast(FLOATS, scaled);
            FloatVector least = FloatVector.broadcast(
                    FLOATS, -minimum * SuperBlocks.kMinimum(data, at + SuperBlocks.K_SCALES, part));
            int target = to + 32 * part * SLOTS;
            for (int i = 0; i < 32; i += STEP) {
                for (int lane = 0; lane < PARTS; lane++) {
                    IntVector fifth = Unpack.unsigned(Unpack.bytes(data, at + 16 + i), lane)
                            .lanewise(LSHR, part)
                            .and(1)
                            .lanewise(LSHL, 4);
                    IntVector code = Unpack.unsigned(Unpack.bytes(data, codes + i), lane)
                            .lanewise(LSHR, shift)
                            .and(15)
                            .or(fifth);
                    Unpack.toFloats(code).fma(step, least).intoArray(panel, target + (i + lane * COUNT) * SLOTS);
                }
            }
        }
    }

    static void q6k(MemorySegment data, long at, float[] panel, int to) {
        float scale = scale(data, at + 208);
        for (int part = 0; part < 16; part++) {
            long low = at + part / 8 * 64 + part % 4 * 16;
            long high = at + 128 + part / 8 * 32 + part % 2 * 16;
            int shift = part % 8 / 4 * 4;
            int highShift = part % 8 / 2 * 2;
            float scaled = scale * data.get(ValueLayout.JAVA_BYTE, at + 192 + part);
            FloatVector step = FloatVector.broadcast(FLOATS, scaled);
            int target = to + 16 * part * SLOTS;
            for (int i = 0; i < 16; i += STEP) {
                for (int lane = 0; lane < PARTS; lane++) {
                    IntVector upper = Unpack.unsigned(Unpack.bytes(data, high + i), lane)
                            .lanewise(LSHR, highShift)
                            .and(3)
                            .lanewise(LSHL, 4);
                    IntVector code = Unpack.unsigned(Unpack.bytes(data, low + i), lane)
                            .lanewise(LSHR, shift)
                            .and(15)
                            .or(upper)
                            .sub(32);
                    Unpack.toFloats(code).mul(step).intoArray(panel, target + (i + lane * COUNT) * SLOTS);
                }
            }
        }
    }

    static void iq4xs(MemorySegment data, long at, float[] panel, int to) {
        float scale = scale(data, at);
        for (int part = 0; part < 8; part++) {
            float scaled = scale * SuperBlocks.iq4Scale(data, at, part);
            iq4(data, at + 8 + 16 * part, scaled, panel, to + 32 * part * SLOTS);
        }
    }

    /** 32 numbers of the codebook from 16 bytes of two nibbles. */
    static void iq4(MemorySegment data, long at, float scale, float[] panel, int to) {
        for (int i = 0; i < 16; i += STEP) {
            for (int lane = 0; lane < PARTS; lane++) {
                IntVector pairs = Unpack.unsigned(Unpack.bytes(data, at + i), lane);
                int target = to + (i + lane * COUNT) * SLOTS;
                Unpack.iq4(Unpack.lowNibbles(pairs)).mul(scale).intoArray(panel, target);
                Unpack.iq4(Unpack.highNibbles(pairs)).mul(scale).intoArray(panel, target + 16 * SLOTS);
            }
        }
    }
}
