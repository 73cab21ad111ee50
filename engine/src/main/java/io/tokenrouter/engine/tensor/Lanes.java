package io.tokenrouter.engine.tensor;

import jdk.incubator.vector.FloatVector;
import jdk.incubator.vector.VectorMask;
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

    private static final VectorShuffle<Float> SWAP_1 = swap(1);
    private static final VectorShuffle<Float> SWAP_2 = swap(2);
    private static final VectorShuffle<Float> SWAP_4 = swap(4);
    private static final VectorShuffle<Float> SWAP_8 = swap(8);
    private static final VectorMask<Float> ODD_1 = odd(1);
    private static final VectorMask<Float> ODD_2 = odd(2);
    private static final VectorMask<Float> ODD_4 = odd(4);

    private Lanes() {}

    /**
     * The sum of all lanes: neighbours first, then neighbouring pairs, and so on. {@link FloatVector#reduceLanes} leaves its
     * order open, and interpreted and compiled code do differ there.
     */
    static float sum(FloatVector v) {
        v = v.add(v.rearrange(SWAP_1));
        v = v.add(v.rearrange(SWAP_2));
        if (COUNT >= 8) {
            v = v.add(v.rearrange(SWAP_4));
        }
        if (COUNT >= 16) {
            v = v.add(v.rearrange(SWAP_8));
        }
        return v.lane(0);
    }

    /**
     * The sums of eight vectors that lie side by side at {@code from}, each the bits that {@link #sum} gives. They are
     * written to {@code to} and the seven places after it; up to eight more are overwritten.
     */
    static void sumEight(float[] vectors, int from, float[] out, int to) {
        FloatVector first = pairs(at(vectors, from, 0), at(vectors, from, 1), SWAP_1, ODD_1);
        FloatVector second = pairs(at(vectors, from, 2), at(vectors, from, 3), SWAP_1, ODD_1);
        FloatVector low = pairs(first, second, SWAP_2, ODD_2);
        first = pairs(at(vectors, from, 4), at(vectors, from, 5), SWAP_1, ODD_1);
        second = pairs(at(vectors, from, 6), at(vectors, from, 7), SWAP_1, ODD_1);
        FloatVector high = pairs(first, second, SWAP_2, ODD_2);
        if (COUNT == 4) {
            low.intoArray(out, to);
            high.intoArray(out, to + COUNT);
            return;
        }
        FloatVector all = pairs(low, high, SWAP_4, ODD_4);
        if (COUNT == 16) {
            all = all.add(all.rearrange(SWAP_8));
        }
        all.intoArray(out, to);
    }

    /** Adds each lane of {@code a} and its partner where the mask is clear, and of {@code b} where it is set. */
    private static FloatVector pairs(FloatVector a, FloatVector b, VectorShuffle<Float> swap, VectorMask<Float> odd) {
        return a.blend(b, odd).add(b.blend(a, odd).rearrange(swap));
    }

    private static FloatVector at(float[] vectors, int from, int index) {
        return FloatVector.fromArray(FLOATS, vectors, from + index * COUNT);
    }

    /** Swaps lanes whose numbers differ in one bit; no change where there are not that many lanes. */
    private static VectorShuffle<Float> swap(int bit) {
        return VectorShuffle.fromOp(FLOATS, lane -> bit < COUNT ? lane ^ bit : lane);
    }

    private static VectorMask<Float> odd(int bit) {
        boolean[] set = new boolean[COUNT];
        for (int lane = 0; lane < COUNT; lane++) {
            set[lane] = (lane & bit) != 0;
        }
        return VectorMask.fromArray(FLOATS, set, 0);
    }

    private static VectorSpecies<Float> floats() {
        int bits = Integer.getInteger("tokenrouter.vector.bits", FloatVector.SPECIES_PREFERRED.vectorBitSize());
        if (bits != 128 && bits != 256 && bits != 512) {
            throw new IllegalArgumentException("tokenrouter.vector.bits must be 128, 256 or 512, not " + bits);
        }
        return VectorSpecies.of(float.class, VectorShape.forBitSize(bits));
    }
}
