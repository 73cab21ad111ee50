package io.tokenrouter.app.requests;

/**
 * Counts who wrote an answer in at most {@value #MOST} cells: when they are full each two become one. Used by one thread at a time.
 */
final class TapeLog {

    /** Most cells; even. */
    static final int MOST = 192;

    private static final int NINTHS = 9;

    private final int[] large = new int[MOST];
    private int tokensPerCell = 1;
    private int tokens;

    void add(boolean byLarge) {
        if (tokens == MOST * tokensPerCell) {
            halve();
        }
        if (byLarge) {
            large[tokens / tokensPerCell]++;
        }
        tokens++;
    }

    Tape tape() {
        StringBuilder cells = new StringBuilder();
        for (int start = 0; start < tokens; start += tokensPerCell) {
            int size = Math.min(tokensPerCell, tokens - start);
            int count = large[start / tokensPerCell];
            cells.append((char) ('0' + (int) Math.ceilDiv((long) NINTHS * count, (long) size)));
        }
        return new Tape(tokensPerCell, cells.toString());
    }

    private void halve() {
        for (int i = 0; i < MOST; i++) {
            int both = i < MOST / 2 ? large[2 * i] + large[2 * i + 1] : 0;
            large[i] = both;
        }
        tokensPerCell *= 2;
    }
}
