package io.tokenrouter.engine.executor.cpu;

/** How keys and values lie in the cache. The system property {@code tokenrouter.kv-type} (f16, q8_0, f32) sets the default. */
public enum KvType {
    /** Exact. */
    F32,
    /** IEEE half precision; larger numbers become the largest one. */
    F16,
    /** A signed byte each, and for every 32 of a head one half-precision factor. */
    Q8_0;

    /** Numbers that share a factor in {@link #Q8_0}. */
    static final int GROUP = 32;

    /**
     * F16 unless the system property says otherwise.
     *
     * @throws IllegalArgumentException if it names no type
     */
    public static KvType fromSystemProperty() {
        String value = System.getProperty("tokenrouter.kv-type", "f16");
        for (KvType type : values()) {
            if (type.name().equalsIgnoreCase(value)) {
                return type;
            }
        }
        throw new IllegalArgumentException("tokenrouter.kv-type must be f16, q8_0 or f32, not " + value);
    }

    /** Bytes of one head's key, or value, at one position. */
    long bytes(int headDim) {
        return switch (this) {
            case F32 -> (long) Float.BYTES * headDim;
            case F16 -> (long) Short.BYTES * headDim;
            case Q8_0 -> headDim + (long) Short.BYTES * groups(headDim);
        };
    }

    /** Floats of scratch memory in which a head's keys, or values, of a block are made floats. */
    int scratchFloats(int headDim, int blockSize) {
        return switch (this) {
            case F32 -> 0;
            case F16 -> headDim * blockSize;
            case Q8_0 -> (headDim + groups(headDim)) * blockSize;
        };
    }

    /** The last group of a head may be shorter. */
    static int groups(int headDim) {
        return Math.ceilDiv(headDim, GROUP);
    }
}
