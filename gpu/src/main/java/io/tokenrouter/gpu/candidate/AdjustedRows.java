package io.tokenrouter.gpu.candidate;

import io.tokenrouter.engine.api.SamplingParams;
import io.tokenrouter.engine.api.TokenMask;
import io.tokenrouter.engine.sampling.HistoryCounts;
import java.nio.IntBuffer;
import java.util.Arrays;

/**
 * Which rows are changed by bias, penalties and masks before a token is drawn, and how, as kernels read it: {@code RowChange} of
 * {@code signals_adjust.cu} for each, then the rows' numbers, then lists and masks. Offsets and sizes are in numbers of 4 bytes.
 */
final class AdjustedRows {

    static final int CHANGE = 8;

    private final int vocabularySize;
    private final HistoryCounts history;
    private int[] changes = new int[CHANGE];
    private int[] rows = new int[1];
    private int[] data = new int[64];
    private int count;
    private int dataSize;
    private boolean hasLists;

    AdjustedRows(int vocabularySize) {
        this.vocabularySize = vocabularySize;
        history = new HistoryCounts(vocabularySize);
    }

    void clear() {
        count = 0;
        dataSize = 0;
        hasLists = false;
    }

    void add(int row, RowTask task) {
        SamplingParams sampling = task.request().sampling();
        if (rows.length == count) {
            rows = Arrays.copyOf(rows, 2 * count);
            changes = Arrays.copyOf(changes, 2 * changes.length);
        }
        int at = CHANGE * count;
        rows[count++] = row;
        changes[at] = row;
        TokenMask allowed = task.allowed();
        changes[at + 1] = allowed == null ? -1 : dataSize;
        changes[at + 2] = allowed == null ? 0 : addMask(allowed);
        changes[at + 4] = dataSize;
        changes[at + 3] = addBiases(sampling);
        changes[at + 6] = dataSize;
        changes[at + 5] = sampling.needsHistory() ? addPenalties(sampling, task) : 0;
        changes[at + 7] = Float.floatToRawIntBits(sampling.repetitionPenalty());
        hasLists |= changes[at + 3] + changes[at + 5] > 0;
    }

    private int addMask(TokenMask allowed) {
        int words = Math.ceilDiv(vocabularySize, TokenMask.WORD);
        makeRoom(2 * words);
        for (int i = 0; i < words; i++) {
            long word = allowed.word(i);
            data[dataSize++] = (int) word;
            data[dataSize++] = (int) (word >>> Integer.SIZE);
        }
        return 2 * words;
    }

    private int addBiases(SamplingParams sampling) {
        makeRoom(2 * sampling.logitBias().size());
        int before = dataSize;
        sampling.logitBias().forEach((id, bias) -> {
            if (id < vocabularySize) {
                data[dataSize++] = id;
                data[dataSize++] = Float.floatToRawIntBits(bias);
            }
        });
        return (dataSize - before) / 2;
    }

    private int addPenalties(SamplingParams sampling, RowTask task) {
        history.count(task.request().history(), task.position(), task.request().promptLength());
        makeRoom(3 * history.size());
        for (int i = 0; i < history.size(); i++) {
            int inOutput = history.inOutput(i);
            data[dataSize++] = history.id(i);
            data[dataSize++] = Float.floatToRawIntBits(sampling.frequencyPenalty() * inOutput);
            data[dataSize++] = Float.floatToRawIntBits(inOutput > 0 ? sampling.presencePenalty() : 0f);
        }
        return history.size();
    }

    private void makeRoom(int more) {
        if (dataSize + more > data.length) {
            data = Arrays.copyOf(data, Math.max(dataSize + more, 2 * data.length));
        }
    }

    int count() {
        return count;
    }

    /** Whether some row has a bias or a penalty. */
    boolean hasLists() {
        return hasLists;
    }

    int rowsAt() {
        return CHANGE * count;
    }

    int dataAt() {
        return rowsAt() + count;
    }

    long bytes() {
        return (dataAt() + (long) dataSize) * Integer.BYTES;
    }

    void write(IntBuffer to) {
        to.put(changes, 0, CHANGE * count).put(rows, 0, count).put(data, 0, dataSize);
    }
}
