package io.tokenrouter.gpu.weights;

/**
 * How the blocks of a product share a matrix. It depends on the matrix and the device only, never on the number of tokens of a step, so that
 * a token's sums are added up in the same order in every step.
 *
 * @param splits parts of the columns that blocks share
 * @param span columns of such a part
 */
record MatmulShape(int splits, int span) {

    /** Rows of a block of the kernels for many tokens. */
    static final int TILE_ROWS = 128;

    /** Tokens that these take at most. */
    static final int TILE_TOKENS = 64;

    /** Blocks that a multiprocessor has at a time. */
    private static final int BLOCKS = 3;

    /** Splits begin at multiples of this many columns. */
    private static final int GRAIN = 256;

    /** Warps that a multiprocessor should have of a kernel for one or two tokens. */
    private static final int VECTOR_WARPS = 16;

    /** Of a block; each has four rows. */
    private static final int VECTOR_BLOCK_WARPS = 8;

    private static final int VECTOR_ROWS = 4;

    /** Blocks that may share columns at a time: as many as there is workspace for. */
    static int blocks(int multiprocessors) {
        return BLOCKS * multiprocessors;
    }

    /** @param tiles of 64 tokens that the shape is for */
    static MatmulShape of(int rows, int columns, int tiles, int multiprocessors) {
        int blocks = rowBlocks(rows) * tiles;
        int grains = (columns + GRAIN - 1) / GRAIN;
        int splits = Math.clamp(blocks(multiprocessors) / blocks, 1, grains);
        int span = (grains + splits - 1) / splits * GRAIN;
        return new MatmulShape((grains * GRAIN + span - 1) / span, span);
    }

    static int rowBlocks(int rows) {
        return (rows + TILE_ROWS - 1) / TILE_ROWS;
    }

    /** Warps of a block that share the columns of four rows in the kernels for one or two tokens: 1, 2, 4 or 8. */
    static int vectorSplits(int rows, int lanes, int multiprocessors) {
        int warps = (rows + VECTOR_ROWS - 1) / VECTOR_ROWS;
        int splits = 1;
        while (splits < VECTOR_BLOCK_WARPS
                && warps * splits < VECTOR_WARPS * multiprocessors
                && lanes >= 2 * 32 * splits) {
            splits *= 2;
        }
        return splits;
    }

    /** Blocks of these kernels. */
    static int vectorBlocks(int rows, int splits) {
        int rowsOfABlock = VECTOR_BLOCK_WARPS / splits * VECTOR_ROWS;
        return (rows + rowsOfABlock - 1) / rowsOfABlock;
    }
}
