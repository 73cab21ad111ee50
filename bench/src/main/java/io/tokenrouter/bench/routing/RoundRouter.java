package io.tokenrouter.bench.routing;

import io.tokenrouter.bench.demo.Answer;
import io.tokenrouter.bench.demo.Answers;
import io.tokenrouter.engine.api.SamplingParams;
import io.tokenrouter.engine.executor.Batch;
import io.tokenrouter.engine.executor.BatchResult;
import io.tokenrouter.engine.executor.BatchRow;
import io.tokenrouter.engine.executor.CandidateRequest;
import io.tokenrouter.engine.executor.ModelExecutor;
import io.tokenrouter.engine.executor.TokenCandidate;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Deque;
import java.util.List;
import java.util.Objects;
import java.util.Set;

/**
 * The baselines: entropy routing straight on two executors, one round after the other. In a round the small model runs one
 * step over all requests, then the large model one over those whose token was unsure. A request that ends is replaced by the
 * next at the end of the round.
 */
public final class RoundRouter {

    private static final int SMALL = 0;
    private static final int LARGE = 1;

    private final List<ModelExecutor> models;
    private final double threshold;
    private final Set<Integer> endIds;
    private final int maxTokens;
    private final int blocksPerRequest;

    /**
     * @param threshold entropy in nats at or above which the large model writes
     * @param endIds ids that end an answer
     * @param maxTokens most tokens of an answer
     * @param positions most ids of a prompt and its answer
     */
    public RoundRouter(
            ModelExecutor small,
            ModelExecutor large,
            double threshold,
            Set<Integer> endIds,
            int maxTokens,
            int positions) {
        this.models = List.of(small, large);
        this.threshold = threshold;
        this.endIds = endIds;
        this.maxTokens = maxTokens;
        this.blocksPerRequest = small.spec().blocksFor(positions);
    }

    /** What a model still knows of a request when the other one ran in between. */
    public enum Caches {
        KEPT,
        /** Nothing: the whole context is computed again. */
        RECOMPUTED
    }

    /** Answers all prompts, {@code width} at a time. */
    public Answers run(List<int[]> prompts, int width, Caches caches) {
        List<Sequence> all = new ArrayList<>();
        Deque<Sequence> waiting = new ArrayDeque<>();
        for (int[] prompt : prompts) {
            Sequence sequence = new Sequence(prompt, prompt.length + maxTokens);
            all.add(sequence);
            waiting.add(sequence);
        }
        Deque<Integer> slots = new ArrayDeque<>();
        for (int slot = 0; slot < width; slot++) {
            slots.add(slot);
        }
        List<Sequence> running = new ArrayList<>();
        long start = System.nanoTime();
        while (!waiting.isEmpty() || !running.isEmpty()) {
            while (!slots.isEmpty() && !waiting.isEmpty()) {
                Sequence sequence = waiting.remove();
                sequence.slot = slots.remove();
                running.add(sequence);
            }
            round(running, caches);
            for (Sequence sequence : running) {
                if (sequence.ended) {
                    slots.add(sequence.slot);
                }
            }
            running.removeIf(sequence -> sequence.ended);
        }
        double seconds = (System.nanoTime() - start) / 1e9;
        return new Answers(all.stream().map(this::answer).toList(), seconds);
    }

    private void round(List<Sequence> running, Caches caches) {
        List<TokenCandidate> proposals = step(SMALL, running, caches);
        List<Sequence> hard = new ArrayList<>();
        for (int i = 0; i < running.size(); i++) {
            TokenCandidate proposal = proposals.get(i);
            if (proposal.entropy() < threshold) {
                commit(running.get(i), proposal.token(), SMALL);
            } else {
                running.get(i).proposed = proposal.token();
                hard.add(running.get(i));
            }
        }
        if (!hard.isEmpty()) {
            List<TokenCandidate> overrides = step(LARGE, hard, caches);
            for (int i = 0; i < hard.size(); i++) {
                int token = overrides.get(i).token();
                hard.get(i).agreed += token == hard.get(i).proposed ? 1 : 0;
                commit(hard.get(i), token, LARGE);
            }
        }
    }

    private List<TokenCandidate> step(int model, List<Sequence> sequences, Caches caches) {
        List<BatchRow> rows = new ArrayList<>();
        for (Sequence sequence : sequences) {
            if (caches == Caches.RECOMPUTED && sequence.lastModel != model) {
                sequence.resident[model] = 0;
            }
            rows.add(row(sequence, sequence.resident[model]));
            sequence.resident[model] = sequence.length;
            sequence.lastModel = model;
        }
        BatchResult result = models.get(model).execute(new Batch(rows));
        return result.candidates().stream().map(Objects::requireNonNull).toList();
    }

    private BatchRow row(Sequence sequence, int from) {
        int[] blocks = new int[blocksPerRequest];
        Arrays.setAll(blocks, i -> sequence.slot * blocksPerRequest + i);
        CandidateRequest greedy = new CandidateRequest(
                SamplingParams.GREEDY, sequence.length, sequence.ids, sequence.promptLength, 0, false);
        return new BatchRow(sequence.ids, from, sequence.length - from, from, blocks, greedy);
    }

    private void commit(Sequence sequence, int token, int writer) {
        if (sequence.length > sequence.promptLength && sequence.writer != writer) {
            sequence.switches++;
        }
        sequence.writer = writer;
        sequence.largeTokens += writer == LARGE ? 1 : 0;
        sequence.ids[sequence.length++] = token;
        sequence.ended = endIds.contains(token) || sequence.length == sequence.ids.length;
    }

    private Answer answer(Sequence sequence) {
        int[] ids = Arrays.copyOfRange(sequence.ids, sequence.promptLength, sequence.length);
        return new Answer(
                ids, sequence.largeTokens, sequence.agreed, sequence.switches, endIds.contains(ids[ids.length - 1]));
    }

    private static final class Sequence {

        private final int[] ids;
        private final int promptLength;
        private final int[] resident = new int[2];
        private int length;
        private int lastModel = SMALL;
        private int slot;
        private int writer;
        private int largeTokens;
        private int proposed;
        private int agreed;
        private int switches;
        private boolean ended;

        Sequence(int[] prompt, int capacity) {
            ids = Arrays.copyOf(prompt, capacity);
            promptLength = prompt.length;
            length = prompt.length;
        }
    }
}
