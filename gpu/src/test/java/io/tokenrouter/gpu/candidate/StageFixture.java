package io.tokenrouter.gpu.candidate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.tokenrouter.engine.executor.CandidateMaker;
import io.tokenrouter.engine.executor.CandidateRequest;
import io.tokenrouter.engine.executor.TokenCandidate;
import io.tokenrouter.engine.sampling.SoftmaxKernel;
import io.tokenrouter.gpu.driver.CudaContext;
import io.tokenrouter.gpu.driver.CudaFunction;
import io.tokenrouter.gpu.driver.CudaStream;
import io.tokenrouter.gpu.driver.DeviceMemory;
import io.tokenrouter.gpu.driver.KernelArguments;
import io.tokenrouter.gpu.driver.PinnedMemory;
import io.tokenrouter.gpu.emulator.Emulator;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.jspecify.annotations.Nullable;

/** A stage on the emulator with rows that the test writes, and the engine's own classes beside it. What pads a row is no number. */
final class StageFixture implements AutoCloseable {

    final int vocabularySize;
    final int maxRows;
    final int hiddenSize;
    final CandidateStage stage;
    final float[] embedding;
    final float[] hidden;
    private final CudaContext context = Emulator.context();
    private final CudaStream stream = context.stream();
    private final RowBuffers buffers;
    private final DeviceMemory embeddingRows;
    private final PinnedMemory pinned;
    private final CandidateMaker maker;

    StageFixture(int vocabularySize, int maxRows, int hiddenSize) {
        this.vocabularySize = vocabularySize;
        this.maxRows = maxRows;
        this.hiddenSize = hiddenSize;
        int stride = Math.ceilDiv(vocabularySize, 4) * 4 + 4;
        long logitBytes = (long) maxRows * stride * Float.BYTES;
        long hiddenBytes = (long) maxRows * hiddenSize * Float.BYTES;
        Random random = new Random(vocabularySize);
        embedding = numbers(random, vocabularySize * hiddenSize);
        hidden = numbers(random, maxRows * hiddenSize);
        buffers = new RowBuffers(
                context.allocate("logits", logitBytes),
                stride,
                vocabularySize,
                context.allocate("hidden states", hiddenBytes),
                hiddenSize,
                maxRows);
        embeddingRows = context.allocate("an embedding", (long) embedding.length * Float.BYTES);
        pinned = context.allocatePinned(Math.max(logitBytes, (long) embedding.length * Float.BYTES));
        write(embedding, embeddingRows);
        write(hidden, buffers.hidden());
        CudaFunction gather = Emulator.kernels().get("head_gather");
        stage = new CandidateStage(
                context, stream, Emulator.kernels(), buffers, vocabularySize, (on, ids, count, out, outStride) -> {
                    KernelArguments arguments = new KernelArguments()
                            .add(embeddingRows)
                            .add(hiddenSize)
                            .add(ids)
                            .add(hiddenSize)
                            .add(out)
                            .add(outStride);
                    on.launch(gather, count, 1, 1, 256, arguments);
                });
        maker = new CandidateMaker(vocabularySize, SoftmaxKernel.scalar());
    }

    private static float[] numbers(Random random, int count) {
        float[] numbers = new float[count];
        for (int i = 0; i < count; i++) {
            numbers[i] = (float) random.nextGaussian();
        }
        return numbers;
    }

    private void write(float[] values, DeviceMemory to) {
        pinned.bytes().asFloatBuffer().put(values);
        context.step(stream, () -> stream.upload(pinned, to, (long) values.length * Float.BYTES));
    }

    /** Rows of logits for the next passes. */
    void logits(List<float[]> rows) {
        float[] all = new float[rows.size() * buffers.stride()];
        Arrays.fill(all, Float.NaN);
        for (int i = 0; i < rows.size(); i++) {
            System.arraycopy(rows.get(i), 0, all, i * buffers.stride(), vocabularySize);
        }
        write(all, buffers.logits());
    }

    /** What the stage makes of one pass. */
    @Nullable
    TokenCandidate[] run(List<float[]> rows, List<CandidateRequest> requests, int... drafts) {
        logits(rows);
        int[] all = drafts.length == 0 ? behind(requests) : drafts;
        stage.prepare(requests, all);
        context.step(stream, () -> {
            stage.enqueueUpload();
            stage.enqueue(maxRows);
            stage.enqueueDownload();
        });
        return stage.read();
    }

    private static int[] behind(List<CandidateRequest> requests) {
        return requests.stream().mapToInt(CandidateRequest::drafts).toArray();
    }

    /** Runs one pass and compares it with the engine's own candidates. */
    @Nullable
    TokenCandidate[] check(List<float[]> rows, List<CandidateRequest> requests, int... drafts) {
        @Nullable TokenCandidate[] made = run(rows, requests, drafts);
        int[] all = drafts.length == 0 ? behind(requests) : drafts;
        for (int i = 0; i < made.length; i++) {
            requireSame(
                    made[i],
                    maker.candidate(rows.get(i), 0, requests.get(i), all[i]),
                    "row " + i + ": " + requests.get(i));
        }
        return made;
    }

    private void requireSame(@Nullable TokenCandidate made, @Nullable TokenCandidate expected, String what) {
        if (expected == null || made == null) {
            assertThat((Object) made).as(what).isEqualTo(expected);
            return;
        }
        assertThat(made.token()).as(what).isEqualTo(expected.token());
        assertThat(made.topIds()).as(what).isEqualTo(expected.topIds());
        requireNear(made.logprob(), expected.logprob(), what);
        requireNear(made.entropy(), expected.entropy(), what);
        requireNear(made.topProb(), expected.topProb(), what);
        requireNear(made.margin(), expected.margin(), what);
        requireNear(made.au(), expected.au(), what);
        requireNear(made.eu(), expected.eu(), what);
        assertThat(made.distribution() == null).as(what).isEqualTo(expected.distribution() == null);
        for (int id = 0; made.distribution() != null && id < vocabularySize; id++) {
            float probability = expected.distribution().probability(id);
            requireNear(made.distribution().probability(id), probability, what);
        }
        for (int i = 0; i < made.topLogprobs().length; i++) {
            requireNear(made.topLogprobs()[i], expected.topLogprobs()[i], what);
        }
    }

    private static void requireNear(float made, float expected, String what) {
        if (Float.isFinite(expected)) {
            assertThat(made).as(what).isCloseTo(expected, within(1e-5f * Math.max(1, Math.abs(expected))));
        } else {
            assertThat((Object) made).as(what).isEqualTo(expected);
        }
    }

    CudaContext context() {
        return context;
    }

    CudaStream stream() {
        return stream;
    }

    @Override
    public void close() {
        stage.close();
        context.free(buffers.logits());
        context.free(buffers.hidden());
        context.free(embeddingRows);
        context.free(pinned);
        context.free(stream);
    }
}
