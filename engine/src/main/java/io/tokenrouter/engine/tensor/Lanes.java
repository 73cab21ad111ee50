package io.tokenrouter.engine.tensor;

import jdk.incubator.vector.FloatVector;
import jdk.incubator.vector.VectorShape;
import jdk.incubator.vector.VectorShuffle;
import jdk.incubator.vector.VectorSpecies;

/**
 * The vector shapes of this process: floats as wide as the machine likes them (or as the system property
 * {@code tokenrouter.vector.bits} says: 128, 256 or 512), and the integers that widen to them.
 */
final class Lanes {

    static final VectorSpecies<Float> FLOATS = floats();
    static final VectorSpecies<Integer> INTS = FLOATS.withLanes(int.class);
    /** Lanes of a float vector: 4, 8 or 16. */
    static final int COUNT = FLOATS.length();

    /** Bytes that widen to one float vector, or to two where a vector of so few bytes does not exist. */
    static final VectorSpecies<Byte> BYTES =
            VectorSpecies.of(byte.class, VectorShape.forBitSize(Math.max(64, COUNT * Byte.SIZE)));

    /** Shorts that widen to one float vector. */
    static final VectorSpecies<Short> SHORTS =
            VectorSpecies.of(short.class, VectorShape.forBitSize(COUNT * Short.SIZE));

    /** Float vectors that one vector of {@link #BYTES} widens to. */
    static final int PARTS = BYTES.length() / COUNT;

    private static final VectorShuffle<Float> HALF = rotate(COUNT / 2);
    private static final VectorShuffle<Float> QUARTER = rotate(COUNT / 4);
    private static final VectorShuffle<Float> EIGHTH = rotate(Math.max(1, COUNT / 8));
    private static final VectorShuffle<Float> SIXTEENTH = rotate(1);

    private Lanes() {}

    /**
     * The sum of all lanes, always in the same order. {@link FloatVector#reduceLanes} leaves its order open, and
     * interpreted and compiled code do differ there.
     */
    static float sum(FloatVector v) {
        v = v.add(v.rearrange(HALF));
        v = v.add(v.rearrange(QUARTER));
        if (COUNT >= 8) {
            v = v.add(v.rearrange(EIGHTH));
        }
        if (COUNT >= 16) {
            v = v.add(v.rearrange(SIXTEENTH));
        }
        return v.lane(0);
    }

    private static VectorShuffle<Float> rotate(int by) {
        return VectorShuffle.fromOp(FLOATS, lane -> (lane + by) % COUNT);
    }

    private static VectorSpecies<Float> floats() {
        int bits = Integer.getInteger("tokenrouter.vector.bits", FloatVector.SPECIES_PREFERRED.vectorBitSize());
        if (bits != 128 && bits != 256 && bits != 512) {
            throw new IllegalArgumentException("tokenrouter.vector.bits must be 128, 256 or 512, not " + bits);
        }
        return VectorSpecies.of(float.class, VectorShape.forBitSize(bits));
    }
}
