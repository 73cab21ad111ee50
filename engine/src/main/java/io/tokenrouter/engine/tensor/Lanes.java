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
     *
     * <p>A step adds each lane of one vector and its partner to the places where the mask is clear, and those of another
     * vector to the places where it is set. Steps are written out: see the package's notes on vectors and methods.
     */
    static void sumEight(float[] vectors, int from, float[] out, int to) {
        FloatVector a = FloatVector.fromArray(FLOATS, vectors, from);
        FloatVector b = FloatVector.fromArray(FLOATS, vectors, from + COUNT);
        FloatVector ab = a.blend(b, ODD_1).add(b.blend(a, ODD_1).rearrange(SWAP_1));
        FloatVector c = FloatVector.fromArray(FLOATS, vectors, from + 2 * COUNT);
        FloatVector d = FloatVector.fromArray(FLOATS, vectors, from + 3 * COUNT);
        FloatVector cd = c.blend(d, ODD_1).add(d.blend(c, ODD_1).rearrange(SWAP_1));
        FloatVector low = ab.blend(cd, ODD_2).add(cd.blend(ab, ODD_2).rearrange(SWAP_2));
        FloatVector e = FloatVector.fromArray(FLOATS, vectors, from + 4 * COUNT);
        FloatVector f = FloatVector.fromArray(FLOATS, vectors, from + 5 * COUNT);
        FloatVector ef = e.blend(f, ODD_1).add(f.blend(e, ODD_1).rearrange(SWAP_1));
        FloatVector g = FloatVector.fromArray(FLOATS, vectors, from + 6 * COUNT);
        FloatVector h = FloatVector.fromArray(FLOATS, vectors, from + 7 * COUNT);
        FloatVector gh = g.blend(h, ODD_1).add(h.blend(g, ODD_1).rearrange(SWAP_1));
        FloatVector high = ef.blend(gh, ODD_2).add(gh.blend(ef, ODD_2).rearrange(SWAP_2));
        if (COUNT == 4) {
            low.intoArray(out, to);
            high.intoArray(out, to + COUNT);
            return;
        }
        FloatVector all = low.blend(high, ODD_4).add(high.blend(low, ODD_4).rearrange(SWAP_4));
        if (COUNT == 16) {
            all = all.add(all.rearrange(SWAP_8));
        }
        all.intoArray(out, to);
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
