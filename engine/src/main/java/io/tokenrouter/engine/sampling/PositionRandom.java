package io.tokenrouter.engine.sampling;

/**
 * Randomness without state: a pure function of (seed, position, purpose), so that batching, arrival order, retries and
 * recomputation never change a result.
 *
 * <p>A counter-based generator: the three arguments are absorbed one after the other, each followed by the finaliser of
 * SplitMix64 (Steele, Lea and Flood, "Fast splittable pseudorandom number generators", 2014; constants of Stafford's
 * "Mix13").
 */
public final class PositionRandom {

    private static final long GOLDEN_GAMMA = 0x9E3779B97F4A7C15L;
    private static final double ULP_OF_UNIT = 0x1.0p-53;

    private PositionRandom() {}

    /** 64 random bits. */
    public static long bits(long seed, long position, Purpose purpose) {
        long hash = mix(seed + GOLDEN_GAMMA);
        hash = mix(hash ^ (position + GOLDEN_GAMMA));
        return mix(hash ^ (purpose.code() * GOLDEN_GAMMA));
    }

    /** A number from [0, 1), uniform on multiples of 2<sup>-53</sup>. */
    public static double uniform(long seed, long position, Purpose purpose) {
        return (bits(seed, position, purpose) >>> 11) * ULP_OF_UNIT;
    }

    private static long mix(long z) {
        long mixed = (z ^ (z >>> 30)) * 0xBF58476D1CE4E5B9L;
        mixed = (mixed ^ (mixed >>> 27)) * 0x94D049BB133111EBL;
        return mixed ^ (mixed >>> 31);
    }
}
