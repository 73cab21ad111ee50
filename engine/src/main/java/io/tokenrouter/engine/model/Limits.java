package io.tokenrouter.engine.model;

/** Bounds of what files may ask for: beyond those of any model there is, and small enough that products fit their types. */
final class Limits {

    static final int WIDTH = 1 << 20;
    static final int LAYERS = 1024;
    static final int CONTEXT = 1 << 26;

    private Limits() {}

    /**
     * @param kvHeadsKey as the file names it, for the refusal
     * @throws ModelFormatException if heads cannot share, or are too many and too wide
     */
    static void requireHeads(int heads, int kvHeads, int headDim, String kvHeadsKey) {
        if (heads % kvHeads != 0) {
            throw new ModelFormatException(
                    kvHeadsKey + " is " + kvHeads + ", which does not divide the " + heads + " heads");
        }
        if ((long) headDim * heads > WIDTH) {
            throw new ModelFormatException(heads + " heads of width " + headDim + " are more than " + WIDTH);
        }
    }

    /** @throws ModelFormatException unless the rotated dimensions are an even part of a head */
    static void requireRotated(int dimensions, int headDim, String key) {
        if (dimensions < 2 || dimensions % 2 != 0 || dimensions > headDim) {
            throw new ModelFormatException(
                    key + " is " + dimensions + "; it must be even and at most the head width " + headDim);
        }
    }
}
