package io.tokenrouter.engine.sampling;

import java.util.Arrays;

/**
 * The ids that penalties look at, each once, and how often each is in the output. Costs time by the length of the history, not by the
 * vocabulary. Keeps its scratch between calls; for one thread.
 */
public final class HistoryCounts {

    /** In {@link #counts}: seen in the prompt alone. 0 is not seen, n + 1 is n times in the output. */
    private static final int PROMPT_ONLY = 1;

    private final int[] counts;
    private int[] ids = new int[64];
    private int[] inOutput = new int[64];
    private int size;

    public HistoryCounts(int vocabularySize) {
        counts = new int[vocabularySize];
    }

    /**
     * Counts anew. Ids outside of the vocabulary are left out.
     *
     * @param history prompt first
     * @param historyLength how many of {@code history} count
     * @param promptLength how many of these are prompt
     */
    public void count(int[] history, int historyLength, int promptLength) {
        size = 0;
        for (int i = 0; i < historyLength; i++) {
            int id = history[i];
            if (id >= 0 && id < counts.length) {
                if (counts[id] == 0) {
                    add(id);
                }
                counts[id] = i < promptLength ? PROMPT_ONLY : Math.max(counts[id], PROMPT_ONLY) + 1;
            }
        }
        for (int i = 0; i < size; i++) {
            inOutput[i] = counts[ids[i]] - PROMPT_ONLY;
            counts[ids[i]] = 0;
        }
    }

    /** Ids that were seen. */
    public int size() {
        return size;
    }

    /** One of them, in the order in which they were first seen. */
    public int id(int index) {
        return ids[index];
    }

    /** How often it is in the output; 0 if it is in the prompt alone. */
    public int inOutput(int index) {
        return inOutput[index];
    }

    private void add(int id) {
        if (size == ids.length) {
            ids = Arrays.copyOf(ids, 2 * size);
            inOutput = Arrays.copyOf(inOutput, 2 * size);
        }
        ids[size++] = id;
    }
}
