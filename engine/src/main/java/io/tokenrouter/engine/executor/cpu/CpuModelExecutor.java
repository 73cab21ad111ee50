package io.tokenrouter.engine.executor.cpu;

import io.tokenrouter.engine.executor.Batch;
import io.tokenrouter.engine.executor.BatchResult;
import io.tokenrouter.engine.executor.CandidateMaker;
import io.tokenrouter.engine.executor.CandidateRequest;
import io.tokenrouter.engine.executor.Device;
import io.tokenrouter.engine.executor.ExecutorSpec;
import io.tokenrouter.engine.executor.LostWeightsException;
import io.tokenrouter.engine.executor.ModelExecutor;
import io.tokenrouter.engine.executor.StepPlan;
import io.tokenrouter.engine.executor.TokenCandidate;
import io.tokenrouter.engine.heads.Head;
import io.tokenrouter.engine.model.DecoderWeights;
import io.tokenrouter.engine.model.ModelConfig;
import io.tokenrouter.engine.model.ModelFormatException;
import io.tokenrouter.engine.model.ModelWeights;
import io.tokenrouter.engine.sampling.LogitRow;
import io.tokenrouter.engine.tensor.FloatRows;
import io.tokenrouter.engine.tensor.Kernels;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.function.IntFunction;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Runs a decoder of any family on the cores of a {@link CpuDevice}, weights in whatever format the file has them,
 * keys and values as the options say, everything else in float32.
 *
 * <p>Stronger than the contract asks: the numbers of a row are the same bits whatever else is in its batch, however its ids
 * were cut into extends, wherever its blocks lie, and on any number of threads. They may differ between processors of
 * different vector width.
 *
 * <p>A step computes in buffers that were taken when the executor was made. All that it allocates is what it hands out: the
 * result with its list, and for each row that asks a {@link TokenCandidate} of its own, with the two arrays of its most probable
 * tokens where such are wanted. A candidate is not used again for the next step, because routing algorithms and events may keep it.
 * With the signals that it is copied from that is about 120 bytes a row, and less than 400 a step; a distribution that was asked for
 * comes on top.
 */
public final class CpuModelExecutor implements ModelExecutor {

    private static final int[] NO_GAPS = {};

    private final CpuDevice device;
    private final ExecutorSpec spec;
    private final StepPlan plan;
    private final Decoder decoder;
    private final CandidateMaker[] makers;
    private final HeadRunner heads;
    private final HeadVerdicts verdicts;
    private final Supplier<CandidateMaker> newMakers;

    /** Of tokens that are drawn outside of steps: as many as ever were at the same time. */
    private final Queue<CandidateMaker> spareMakers = new ConcurrentLinkedQueue<>();

    private volatile boolean closed;

    private CpuModelExecutor(
            CpuDevice device,
            ExecutorSpec spec,
            StepPlan plan,
            Decoder decoder,
            Supplier<CandidateMaker> newMakers,
            HeadRunner heads) {
        this.device = device;
        this.spec = spec;
        this.plan = plan;
        this.decoder = decoder;
        this.newMakers = newMakers;
        this.makers = new CandidateMaker[device.threads()];
        Arrays.setAll(makers, i -> newMakers.get());
        this.heads = heads;
        this.verdicts = new HeadVerdicts(heads);
    }

    /** As below, of a tokenizer whose ids all stand for something. */
    public static CpuModelExecutor create(
            ModelConfig config,
            ModelWeights weights,
            int vocabularySize,
            CpuDevice device,
            CpuExecutorOptions options) {
        return create(config, weights, vocabularySize, NO_GAPS, device, options);
    }

    /**
     * An executor with an empty cache. It reads the weights in place: they must stay open until it is closed.
     *
     * @param vocabularySize ids that the tokenizer has, at most the model's
     * @param gaps ids below it that stand for nothing, without duplicates: no token is one, no list has one, whatever is asked for
     * @param device shared; not closed with the executor
     * @throws ModelFormatException naming a tensor that is missing or does not fit the config
     * @throws IllegalArgumentException if the options leave no room for a KV block, or ask for more than fits memory
     */
    public static CpuModelExecutor create(
            ModelConfig config,
            ModelWeights weights,
            int vocabularySize,
            int[] gaps,
            CpuDevice device,
            CpuExecutorOptions options) {
        if (vocabularySize < 1 || vocabularySize > config.vocabularySize()) {
            throw new IllegalArgumentException("the tokenizer has " + vocabularySize + " ids, the model "
                    + config.vocabularySize() + " rows of embedding");
        }
        if (gaps.length >= vocabularySize) {
            throw new ModelFormatException("none of the tokenizer's " + vocabularySize + " ids stands for anything");
        }
        try {
            return make(config, weights, vocabularySize, gaps, device, options);
        } catch (ArithmeticException e) {
            throw new IllegalArgumentException(
                    "the model needs arrays that are larger than any; a smaller KV cache makes its context shorter", e);
        }
    }

    private static CpuModelExecutor make(
            ModelConfig config,
            ModelWeights weights,
            int vocabularySize,
            int[] gaps,
            CpuDevice device,
            CpuExecutorOptions options) {
        Kernels kernels = options.kernels().kernels();
        int blocks = KvPool.blocksWithin(options.kvBytes(), config, options.blockSize(), options.kvType());
        ExecutorSpec spec = new ExecutorSpec(
                vocabularySize,
                (int) Math.min(config.contextLength(), (long) blocks * options.blockSize()),
                options.blockSize(),
                blocks,
                options.maxRows(),
                options.maxStepTokens());
        StepPlan plan = new StepPlan(spec, Attention.STRETCH);
        DecoderWeights loaded = DecoderWeights.load(config, weights, kernels);
        Decoder decoder = new Decoder(device, kernels, config, loaded, options.kvType(), spec, gaps, plan);
        Supplier<CandidateMaker> makers = () -> new CandidateMaker(vocabularySize, kernels.softmax());
        HeadRunner heads = new HeadRunner(device, kernels, loaded.embedding(), vocabularySize - gaps.length);
        return new CpuModelExecutor(device, spec, plan, decoder, makers, heads);
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
     */
    @Override
    public BatchResult execute(Batch batch) {
        device.begin();
        try {
            if (closed) {
                throw new IllegalStateException("the executor is closed");
            }
            if (batch.rows().isEmpty()) {
                return new BatchResult(List.of());
            }
            plan.fill(batch);
            decoder.extend();
            return candidates(batch);
        } catch (InternalError lost) {
            throw new LostWeightsException(lost);
        } finally {
            device.end();
        }
    }

    @Override
    public TokenCandidate draw(LogitRow own, CandidateRequest wanted) {
        CandidateMaker spare = spareMakers.poll();
        CandidateMaker maker = spare == null ? newMakers.get() : spare;
        try {
            return maker.fuse(own, wanted, Objects.requireNonNull(wanted.fusion(), "there is nothing to fuse"));
        } finally {
            spareMakers.add(maker);
        }
    }

    /** Rows of logits do not wait for each other, so every draft is judged, also behind one that falls. */
    private BatchResult candidates(Batch batch) {
        @Nullable TokenCandidate[] made = new TokenCandidate[plan.candidates()];
        for (int from = 0; from < plan.candidates(); from += Decoder.LOGIT_ROWS) {
            int first = from;
            int count = Math.min(Decoder.LOGIT_ROWS, plan.candidates() - from);
            FloatRows logits = decoder.logits(from, count);
            device.run(count, (i, worker) -> {
                CandidateRequest request =
                        batch.rows().get(plan.candidateRow(first + i)).candidate();
                made[first + i] =
                        makers[worker].candidate(logits.values(), logits.offset(i), request, plan.draft(first + i));
            });
            IntFunction<CandidateRequest> requests =
                    i -> batch.rows().get(plan.candidateRow(first + i)).candidate();
            heads.run(requests, made, first, count, decoder.lastHidden(), logits);
            verdicts.apply(requests, i -> plan.draft(first + i), made, first, count, decoder.lastHidden(), logits);
        }
        return BatchResult.of(batch, made);
    }

    @Override
    public void requireRunnable(Head head) {
        heads.require(head);
    }

    /** Ends the executor after the step that runs. */
    @Override
    public void close() {
        device.begin();
        closed = true;
        device.end();
    }
}
