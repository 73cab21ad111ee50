package io.tokenrouter.gpu;

import io.tokenrouter.engine.executor.Batch;
import io.tokenrouter.engine.executor.BatchResult;
import io.tokenrouter.engine.executor.CandidateRequest;
import io.tokenrouter.engine.executor.Device;
import io.tokenrouter.engine.executor.ExecutorOptions;
import io.tokenrouter.engine.executor.ExecutorSpec;
import io.tokenrouter.engine.executor.LostDeviceException;
import io.tokenrouter.engine.executor.ModelExecutor;
import io.tokenrouter.engine.executor.StepGraphs;
import io.tokenrouter.engine.executor.StepPlan;
import io.tokenrouter.engine.executor.TokenCandidate;
import io.tokenrouter.engine.heads.Head;
import io.tokenrouter.engine.model.ModelConfig;
import io.tokenrouter.engine.model.ModelWeights;
import io.tokenrouter.engine.sampling.LogitRow;
import io.tokenrouter.gpu.candidate.CandidateStage;
import io.tokenrouter.gpu.driver.CudaContext;
import io.tokenrouter.gpu.driver.CudaStream;
import io.tokenrouter.gpu.layers.Attention;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/**
 * Runs a decoder of any family on an NVIDIA GPU: weights as the file has them, keys and values in half precision, everything else in
 * float32 or more exact than it shows. Every executor has a stream and memory of its own, so that several models of one device run at the
 * same time.
 *
 * <p>Small steps, of at most {@value Buckets#LARGEST} tokens in any mixture of decode and catch-up, are padded to few sizes, captured as CUDA
 * graphs and replayed. Larger ones are launched kernel by kernel.
 *
 * <p>A candidate's numbers differ by rounding only with its batch mates and with how its ids were cut into extends.
 */
final class CudaModelExecutor implements ModelExecutor {

    private final CudaDevice device;
    private final CudaContext context;
    private final CudaStream stream;
    private final ExecutorSpec spec;
    private final DeviceArena memory;
    private final StepPlan plan;
    private final StepBuffers step;
    private final DecoderForward forward;
    private final CandidateStage candidates;
    private final @Nullable GraphCache graphs;
    private final AtomicLong plainSteps = new AtomicLong();
    private boolean closed;

    CudaModelExecutor(
            CudaDevice device,
            CudaContext context,
            CudaStream stream,
            ExecutorSpec spec,
            DeviceArena memory,
            StepBuffers step,
            DecoderForward forward,
            CandidateStage candidates,
            boolean withGraphs) {
        this.device = device;
        this.context = context;
        this.stream = stream;
        this.spec = spec;
        this.memory = memory;
        this.step = step;
        this.forward = forward;
        this.candidates = candidates;
        plan = new StepPlan(spec, forward.tileTokens());
        graphs = withGraphs ? new GraphCache() : null;
    }

    /**
     * @throws IllegalArgumentException if the device's memory does not suffice: bytes needed, bytes free and which setting to change
     * @throws io.tokenrouter.engine.model.ModelFormatException naming a tensor that is missing or does not fit
     */
    static CudaModelExecutor create(
            CudaDevice device,
            ModelConfig config,
            ModelWeights weights,
            int vocabularySize,
            int[] gaps,
            ExecutorOptions options,
            CudaExecutorOptions how) {
        return new ExecutorAssembly(device, config, options, how).assemble(weights, vocabularySize, gaps);
    }

    @Override
    public ExecutorSpec spec() {
        return spec;
    }

    @Override
    public Device device() {
        return device;
    }

    /**
     * @throws IllegalArgumentException if the batch breaks a limit of the spec; the message names the row
     * @throws IllegalStateException if the executor was closed
     * @throws LostDeviceException if the device did not do the step
     */
    @Override
    public synchronized BatchResult execute(Batch batch) {
        if (closed) {
            throw new IllegalStateException("the executor is closed");
        }
        plan.fill(batch);
        @Nullable TokenCandidate[] made = new TokenCandidate[plan.candidates()];
        if (plan.tokens() > 0) {
            extend(batch, made);
            for (int from = Buckets.LARGEST; from < made.length; from += Buckets.LARGEST) {
                further(batch, made, from);
            }
        }
        return BatchResult.of(batch, made);
    }

    /** All tokens, and the first rows of logits. */
    private void extend(Batch batch, @Nullable TokenCandidate[] made) {
        int tokens = plan.tokens();
        boolean small = tokens <= Buckets.LARGEST;
        boolean recorded = small && graphs != null;
        int padded = recorded ? Buckets.of(tokens) : tokens;
        int chunks = Buckets.ofChunks(Attention.chunks(longest()));
        int wanted = Math.min(made.length, Buckets.LARGEST);
        int rows = recorded ? Buckets.ofRows(wanted) : wanted;
        step.fill(plan, spec.blockSize(), padded, Attention.positions(chunks));
        step.fillCandidates(plan, 0, wanted, rows);
        prepare(batch, 0, wanted);
        Runnable kernels = () -> {
            if (small) {
                forward.extendTokenwise(stream, padded, chunks);
            } else {
                forward.extendInTiles(stream, padded, plan.stretches());
            }
            logits(rows);
        };
        context.step(stream, () -> {
            step.upload(stream);
            candidates.enqueueUpload();
            if (recorded) {
                graphs.launch(stream, new GraphCache.Shape(padded, rows, chunks), kernels);
            } else {
                plainSteps.incrementAndGet();
                kernels.run();
            }
            candidates.enqueueDownload();
        });
        keep(made, 0);
    }

    /** More rows of logits of a step whose tokens are done. */
    private void further(Batch batch, @Nullable TokenCandidate[] made, int from) {
        int count = Math.min(made.length - from, Buckets.LARGEST);
        step.fillCandidates(plan, from, count, count);
        prepare(batch, from, count);
        context.step(stream, () -> {
            step.uploadCandidates(stream);
            candidates.enqueueUpload();
            logits(count);
            candidates.enqueueDownload();
        });
        keep(made, from);
    }

    private void logits(int rows) {
        if (rows > 0) {
            forward.logits(stream, rows);
            candidates.enqueue(rows);
        }
    }

    private void prepare(Batch batch, int from, int count) {
        List<CandidateRequest> requests = new ArrayList<>(count);
        int[] drafts = new int[count];
        for (int i = 0; i < count; i++) {
            requests.add(batch.rows().get(plan.candidateRow(from + i)).candidate());
            drafts[i] = plan.draft(from + i);
        }
        candidates.prepare(requests, drafts);
    }

    private void keep(@Nullable TokenCandidate[] made, int from) {
        @Nullable TokenCandidate[] read = candidates.read();
        System.arraycopy(read, 0, made, from, read.length);
    }

    /** Positions of the longest sequence of the step. */
    private int longest() {
        int longest = 0;
        for (int token = 0; token < plan.tokens(); token++) {
            longest = Math.max(longest, plan.position(token) + 1);
        }
        return longest;
    }

    @Override
    public TokenCandidate draw(LogitRow own, CandidateRequest wanted) {
        return candidates.draw(own, wanted);
    }

    @Override
    public void requireRunnable(Head head) {
        candidates.requireRunnable(head);
    }

    @Override
    public Optional<StepGraphs> graphs() {
        GraphCache kept = graphs;
        return Optional.of(
                kept == null
                        ? new StepGraphs(0, 0, plainSteps.get())
                        : new StepGraphs(kept.replayed(), kept.captured(), plainSteps.get() + kept.plain()));
    }

    /** Ends the executor after the step that runs, and gives its memory back. */
    @Override
    public synchronized void close() {
        if (closed) {
            return;
        }
        closed = true;
        if (context.lost() == null) {
            if (graphs != null) {
                context.call(graphs::destroy);
            }
            memory.close();
        }
    }
}
