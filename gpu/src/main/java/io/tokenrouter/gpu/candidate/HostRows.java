package io.tokenrouter.gpu.candidate;

import io.tokenrouter.engine.executor.CandidateMaker;
import io.tokenrouter.engine.executor.CandidateRequest;
import io.tokenrouter.engine.executor.TokenCandidate;
import io.tokenrouter.engine.sampling.AcceptRule;
import io.tokenrouter.engine.sampling.LogitRow;
import io.tokenrouter.engine.sampling.SoftmaxKernel;
import io.tokenrouter.engine.sampling.TokenDistribution;
import io.tokenrouter.engine.tensor.KernelChoice;
import io.tokenrouter.gpu.driver.CudaContext;
import io.tokenrouter.gpu.driver.CudaStream;
import io.tokenrouter.gpu.driver.PinnedMemory;
import java.util.Objects;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** Rows that come to the host as a whole, where the engine's own classes make candidates of them. */
final class HostRows implements AutoCloseable {

    private final CudaContext context;
    private final RowBuffers rows;
    private final long rowBytes;
    private final SoftmaxKernel softmax =
            KernelChoice.fromSystemProperty().kernels().softmax();
    private final Queue<CandidateMaker> makers = new ConcurrentLinkedQueue<>();
    private @Nullable PinnedMemory landed;

    HostRows(CudaContext context, RowBuffers rows) {
        this.context = context;
        this.rows = rows;
        rowBytes = (long) rows.vocabularySize() * Float.BYTES;
    }

    /**
     * Makes room for so many rows. Not while a copy may run.
     *
     * @throws io.tokenrouter.gpu.driver.CudaException if the host has not so much left; there is as much room as before then
     */
    void reserve(int count) {
        PinnedMemory before = landed;
        if (count > 0 && (before == null || before.bytes().capacity() < count * rowBytes)) {
            landed = context.allocatePinned(Math.min(rows.maxRows(), Integer.highestOneBit(2 * count - 1)) * rowBytes);
            if (before != null) {
                context.free(before);
            }
        }
    }

    /** Copies these rows to the first places. On the thread that owns the context. */
    void enqueue(CudaStream stream, int[] which) {
        for (int i = 0; i < which.length; i++) {
            stream.download(
                    rows.logits().slice(which[i] * (long) rows.stride() * Float.BYTES, rowBytes),
                    Objects.requireNonNull(landed),
                    i * rowBytes,
                    rowBytes);
        }
    }

    /**
     * Makes the candidates of the rows that were copied, on several cores.
     *
     * @param made gets them at the places of {@code which}
     */
    void make(int[] which, RowTask[] tasks, @Nullable TokenCandidate[] made) {
        IntStream.range(0, which.length).parallel().forEach(i -> {
            RowTask task = tasks[which[i]];
            made[which[i]] = with(maker -> maker.candidate(row(i), 0, task.request(), task.draft()));
        });
    }

    /** As a step that computes {@code own} and has the fusion. From any thread. */
    TokenCandidate draw(LogitRow own, CandidateRequest wanted) {
        return Objects.requireNonNull(with(
                maker -> maker.fuse(own, wanted, Objects.requireNonNull(wanted.fusion(), "there is nothing to fuse"))));
    }

    /** Judges the draft of a row by what its own token would be drawn from. */
    int judge(TokenDistribution own, RowTask task, AcceptRule rule, boolean mayStand) {
        CandidateMaker maker = take();
        try {
            return maker.judge(own, task.request(), rule, task.draft(), mayStand);
        } finally {
            makers.add(maker);
        }
    }

    private CandidateMaker take() {
        CandidateMaker spare = makers.poll();
        return spare == null ? new CandidateMaker(rows.vocabularySize(), softmax) : spare;
    }

    private float[] row(int place) {
        float[] logits = new float[rows.vocabularySize()];
        Objects.requireNonNull(landed).bytes().asFloatBuffer().get(place * logits.length, logits);
        return logits;
    }

    private @Nullable TokenCandidate with(Work work) {
        CandidateMaker maker = take();
        try {
            return work.candidate(maker);
        } finally {
            makers.add(maker);
        }
    }

    @FunctionalInterface
    private interface Work {
        @Nullable
        TokenCandidate candidate(CandidateMaker maker);
    }

    @Override
    public void close() {
        if (landed != null) {
            context.free(landed);
        }
    }
}
