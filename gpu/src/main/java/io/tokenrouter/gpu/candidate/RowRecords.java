package io.tokenrouter.gpu.candidate;

import io.tokenrouter.engine.executor.CandidateRequest;
import io.tokenrouter.engine.executor.TokenCandidate;
import io.tokenrouter.engine.sampling.RowSignals;
import io.tokenrouter.engine.sampling.TokenDistribution;
import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/** What kernels found of each row: {@code RowRecord} of {@code rows.cuh}, and behind all of them the ids that are reported. */
final class RowRecords {

    /** Most ids that are reported of a row. */
    static final int REPORTED = 128;

    private static final int RECORD_BYTES = 64;
    private static final int LIST_BYTES = 2 * REPORTED * Integer.BYTES;
    private static final int[] NO_IDS = {};
    private static final float[] NO_LOGPROBS = {};

    private static final int TOKEN = 1;
    private static final int DRAFT_POSSIBLE = 8;
    private static final int DRAFT_WITHIN = 16;

    private final int rows;

    RowRecords(int rows) {
        this.rows = rows;
    }

    long bytes() {
        return (long) rows * (RECORD_BYTES + LIST_BYTES);
    }

    /** Where the reported ids begin. */
    long listsAt() {
        return (long) rows * RECORD_BYTES;
    }

    /** Bytes to be read where the rows from this one on report nothing. */
    long bytesBefore(int row) {
        return row == 0 ? listsAt() : listsAt() + (long) row * LIST_BYTES;
    }

    /** Whether the row has a token; if not, it is invalid, or its draw needs more of it than kernels look at. */
    boolean hasToken(ByteBuffer from, int row) {
        return (flags(from, row) & TOKEN) != 0;
    }

    int token(ByteBuffer from, int row) {
        return from.getInt(row * RECORD_BYTES);
    }

    /** Whether the raw logit of the row's draft is above negative infinity. */
    boolean isDraftPossible(ByteBuffer from, int row) {
        return (flags(from, row) & DRAFT_POSSIBLE) != 0;
    }

    /** Whether the draft's loss is within the bound of its rule. */
    boolean isDraftWithin(ByteBuffer from, int row) {
        return (flags(from, row) & DRAFT_WITHIN) != 0;
    }

    /** Ids that the row's token was drawn from. */
    int sourceSize(ByteBuffer from, int row) {
        return from.getInt(row * RECORD_BYTES + 44);
    }

    /**
     * @param token that it is of
     * @param logprob of the token
     * @param source what it was drawn from, where that was asked for
     */
    TokenCandidate candidate(
            ByteBuffer from, int row, RowTask task, int token, float logprob, @Nullable TokenDistribution source) {
        CandidateRequest request = task.request();
        int at = row * RECORD_BYTES;
        int list = (int) listsAt() + row * LIST_BYTES;
        int[] scored = request.scored();
        int size = scored == null ? reported(from, list, request.topK()) : scored.length;
        int[] ids = size == 0 ? NO_IDS : new int[size];
        float[] logprobs = size == 0 ? NO_LOGPROBS : new float[size];
        for (int i = 0; i < size; i++) {
            ids[i] = from.getInt(list + i * Integer.BYTES);
            logprobs[i] = from.getFloat(list + (REPORTED + i) * Float.BYTES);
        }
        RowSignals signals = new RowSignals(
                logprob,
                from.getFloat(at + 12),
                from.getFloat(at + 16),
                from.getFloat(at + 20),
                from.getFloat(at + 24),
                from.getFloat(at + 28),
                ids,
                logprobs);
        return TokenCandidate.of(token, signals, source);
    }

    /** Log-probability of the row's token. */
    float logprob(ByteBuffer from, int row) {
        return from.getFloat(row * RECORD_BYTES + 8);
    }

    /** Log-probability of an id with this raw logit. */
    float logprob(ByteBuffer from, int row, float logit) {
        int at = row * RECORD_BYTES;
        return (float) ((double) logit - from.getFloat(at + 40) - from.getDouble(at + 32));
    }

    /** Ids with a probability above 0; behind them there are negative ones. */
    private static int reported(ByteBuffer from, int list, int wanted) {
        int size = 0;
        while (size < wanted && from.getInt(list + size * Integer.BYTES) >= 0) {
            size++;
        }
        return size;
    }

    private static int flags(ByteBuffer from, int row) {
        return from.getInt(row * RECORD_BYTES + Integer.BYTES);
    }
}
