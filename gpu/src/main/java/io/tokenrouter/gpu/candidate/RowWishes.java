package io.tokenrouter.gpu.candidate;

import io.tokenrouter.engine.api.SamplingParams;
import io.tokenrouter.engine.sampling.AcceptRule;
import io.tokenrouter.engine.sampling.PositionRandom;
import io.tokenrouter.engine.sampling.Purpose;
import java.nio.ByteBuffer;
import java.util.Objects;

/** What kernels are told of each row: {@code RowWish} of {@code rows.cuh}, and behind all of them the ids to be scored. */
final class RowWishes {

    private static final int WISH_BYTES = 64;
    private static final int SCORED_BYTES = RowRecords.REPORTED * Integer.BYTES;
    private static final int EVIDENCE = 10;
    private static final int FOR_MARGIN = 2;

    private static final int ACTIVE = 1;
    private static final int ADJUSTED = 2;
    private static final int SAMPLED = 4;
    private static final int LOGU = 8;
    private static final int SCORED = 16;
    private static final int DRAFT = 32;
    private static final int SOURCE = 64;

    private final int rows;
    private final int vocabularySize;
    private long used;

    RowWishes(int rows, int vocabularySize) {
        this.rows = rows;
        this.vocabularySize = vocabularySize;
    }

    long bytes() {
        return (long) rows * (WISH_BYTES + SCORED_BYTES);
    }

    /** Where the ids to be scored begin. */
    long scoredAt() {
        return (long) rows * WISH_BYTES;
    }

    /** Bytes that the rows which were written last need. */
    long usedBytes() {
        return used;
    }

    /** Nothing is wanted of any row. */
    void clear(ByteBuffer to) {
        for (int row = 0; row < rows; row++) {
            to.putInt(row * WISH_BYTES, 0);
        }
        used = scoredAt();
    }

    void write(ByteBuffer to, int row, RowTask task, boolean throughHost) {
        SamplingParams sampling = task.request().sampling();
        int[] scored = throughHost ? null : task.request().scored();
        int topK = throughHost ? 0 : task.request().topK();
        boolean logU = task.request().logU();
        boolean hasDraft = task.hasDraft(vocabularySize);
        int flags = ACTIVE
                | (task.isAdjusted() ? ADJUSTED : 0)
                | (sampling.temperature() > 0 && !throughHost ? SAMPLED : 0)
                | (logU ? LOGU : 0)
                | (scored != null ? SCORED : 0)
                | (hasDraft ? DRAFT : 0)
                | (task.needsSource(vocabularySize) ? SOURCE : 0);
        int at = row * WISH_BYTES;
        to.putInt(at, flags);
        to.putFloat(at + 4, Math.min(1f / sampling.temperature(), Float.MAX_VALUE));
        to.putFloat(at + 8, task.rule() instanceof AcceptRule.MaxLoss bound ? bound.nats() : 0);
        to.putInt(at + 12, sampling.topK());
        to.putInt(at + 16, Math.max(scored == null ? topK : 0, logU ? EVIDENCE : FOR_MARGIN));
        to.putInt(at + 20, scored == null ? topK : scored.length);
        to.putInt(at + 24, hasDraft ? Objects.requireNonNull(task.judged()).token() : 0);
        to.putDouble(at + 32, PositionRandom.uniform(sampling.seed(), task.position(), Purpose.SAMPLE));
        to.putDouble(at + 40, sampling.topP());
        to.putDouble(at + 48, sampling.minP());
        to.putDouble(at + 56, Math.log(sampling.minP()));
        if (scored != null) {
            int list = (int) scoredAt() + row * SCORED_BYTES;
            for (int i = 0; i < scored.length; i++) {
                to.putInt(list + i * Integer.BYTES, scored[i]);
            }
            used = list + SCORED_BYTES;
        }
    }
}
