package io.tokenrouter.engine.tensor;

import static io.tokenrouter.engine.tensor.Lanes.COUNT;
import static io.tokenrouter.engine.tensor.Lanes.FLOATS;
import static io.tokenrouter.engine.tensor.Lanes.INTS;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;
import jdk.incubator.vector.ByteVector;
import jdk.incubator.vector.FloatVector;
import jdk.incubator.vector.IntVector;
import jdk.incubator.vector.ShortVector;
import jdk.incubator.vector.VectorOperators;

/** Vectors of stored numbers to vectors of floats, exactly. */
final class Unpack {

    /** The number of each lane. */
    static final IntVector LANE = IntVector.zero(INTS).addIndex(1);

    private static final IntVector IQ4_0 = codebook(0);
    private static final IntVector IQ4_1 = codebook(1);
    private static final IntVector IQ4_2 = codebook(2);
    private static final IntVector IQ4_3 = codebook(3);

    private static final int HALF_MAGNITUDE = 0x0fffe000;
    private static final int HALF_EXPONENT = (127 - 15) << 23;
    private static final int ONE_EXPONENT = 1 << 23;
    private static final float SMALLEST_NORMAL_HALF = 0x1p-14f;

    private Unpack() {}

    static ByteVector bytes(MemorySegment data, long at) {
        mark(data, at);
        return ByteVector.fromMemorySegment(Lanes.BYTES, data, at, ByteOrder.LITTLE_ENDIAN);
    }

    static FloatVector floats(MemorySegment data, long at) {
        mark(data, at);
        return FloatVector.fromMemorySegment(FLOATS, data, at, ByteOrder.LITTLE_ENDIAN);
    }

    /**
     * An ordinary read beside that of a vector. The JVM raises an {@link InternalError} for a page that a mapped file has
     * lost only in compiled code that has such a read; a vector's alone would end the process.
     */
    private static void mark(MemorySegment data, long at) {
        data.get(ValueLayout.JAVA_BYTE, at);
    }

    /**
     * IEEE half precision. A normal number needs its exponent moved; a subnormal one also lacks the leading one, and comes
     * right by doubling and taking that off. Of the two the smaller is always the right one, and positive floats compare as
     * their bits do.
     */
    static FloatVector halves(MemorySegment data, long at) {
        IntVector bits = shorts(data, at);
        IntVector magnitude = bits.lanewise(VectorOperators.LSHL, 13).and(HALF_MAGNITUDE);
        IntVector normal = magnitude.add(HALF_EXPONENT);
        IntVector subnormal = normal.add(ONE_EXPONENT)
                .reinterpretAsFloats()
                .sub(SMALLEST_NORMAL_HALF)
                .reinterpretAsInts();
        return normal.min(subnormal).or(bits.and(Integer.MIN_VALUE)).reinterpretAsFloats();
    }

    static FloatVector brains(MemorySegment data, long at) {
        return shorts(data, at).lanewise(VectorOperators.LSHL, 16).reinterpretAsFloats();
    }

    static FloatVector signed(ByteVector bytes, int part) {
        return (FloatVector) bytes.castShape(FLOATS, part);
    }

    static IntVector unsigned(ByteVector bytes, int part) {
        return (IntVector) bytes.convertShape(VectorOperators.ZERO_EXTEND_B2I, INTS, part);
    }

    static IntVector lowNibbles(IntVector pairs) {
        return pairs.and(15);
    }

    static IntVector highNibbles(IntVector pairs) {
        return pairs.lanewise(VectorOperators.LSHR, 4);
    }

    /** Bit {@code first + lane} of {@code bits}, moved to where it counts 16. */
    static IntVector fifthBits(int bits, int first) {
        return IntVector.broadcast(INTS, bits >>> first << 4)
                .lanewise(VectorOperators.LSHR, LANE)
                .and(16);
    }

    static FloatVector toFloats(IntVector integers) {
        return (FloatVector) integers.convertShape(VectorOperators.I2F, FLOATS, 0);
    }

    /** The numbers of {@link Codebook}, from as many registers as hold sixteen of them. */
    static FloatVector iq4(IntVector codes) {
        IntVector numbers = codes.selectFrom(IQ4_0);
        if (COUNT <= 8) {
            numbers = numbers.blend(codes.selectFrom(IQ4_1), codes.compare(VectorOperators.GE, COUNT));
        }
        if (COUNT <= 4) {
            numbers = numbers.blend(codes.selectFrom(IQ4_2), codes.compare(VectorOperators.GE, 2 * COUNT));
            numbers = numbers.blend(codes.selectFrom(IQ4_3), codes.compare(VectorOperators.GE, 3 * COUNT));
        }
        return toFloats(numbers);
    }

    private static IntVector codebook(int register) {
        int[] numbers = new int[COUNT];
        for (int lane = 0; lane < COUNT; lane++) {
            numbers[lane] = Codebook.iq4((register * COUNT + lane) % 16);
        }
        return IntVector.fromArray(INTS, numbers, 0);
    }

    private static IntVector shorts(MemorySegment data, long at) {
        mark(data, at);
        return (IntVector) ShortVector.fromMemorySegment(Lanes.SHORTS, data, at, ByteOrder.LITTLE_ENDIAN)
                .convertShape(VectorOperators.S2I, INTS, 0);
    }
}
