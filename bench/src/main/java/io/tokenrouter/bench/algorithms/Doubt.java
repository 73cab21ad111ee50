package io.tokenrouter.bench.algorithms;

import io.tokenrouter.engine.api.SamplingParams;
import io.tokenrouter.engine.executor.Batch;
import io.tokenrouter.engine.executor.BatchRow;
import io.tokenrouter.engine.executor.CandidateRequest;
import io.tokenrouter.engine.executor.ModelExecutor;
import io.tokenrouter.engine.executor.TokenCandidate;
import java.nio.IntBuffer;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;

/**
 * The small model's entropies, nats, at each position of a prompt and at the first tokens of its own answer. They are worked out
 * before anything is timed: a cascade gets those of the prompt for nothing, and runs the first tokens itself.
 *
 * @param promptSum over all positions of the prompt but the last, whose entropy is that of the first token
 * @param promptCount of these positions
 * @param firstSum over the first tokens
 * @param firstCount at most {@link #FIRST_TOKENS}
 */
record Doubt(double promptSum, int promptCount, double firstSum, int firstCount) {

    /** Of the answer, which are looked at. */
    static final int FIRST_TOKENS = 16;

    double mean() {
        return mean(firstSum, firstCount);
    }

    /** The mean over the prompt and tokens that somebody saw. */
    double mean(double sum, int count) {
        return (promptSum + sum) / (promptCount + count);
    }

    /** Of every prompt, by its ids. */
    static Map<IntBuffer, Doubt> of(List<int[]> prompts, ModelExecutor small, Set<Integer> endIds) {
        Map<IntBuffer, Doubt> all = new HashMap<>();
        for (int[] prompt : prompts) {
            all.put(IntBuffer.wrap(prompt), of(prompt, small, endIds));
        }
        return all;
    }

    private static Doubt of(int[] prompt, ModelExecutor small, Set<Integer> endIds) {
        int[] ids = Arrays.copyOf(prompt, prompt.length + FIRST_TOKENS);
        int[] blocks = new int[small.spec().blocksFor(ids.length)];
        Arrays.setAll(blocks, i -> i);
        double promptSum = 0;
        double firstSum = 0;
        int length = prompt.length;
        for (int position = 0; position < ids.length - 1; position++) {
            CandidateRequest greedy =
                    new CandidateRequest(SamplingParams.GREEDY, position + 1, ids, prompt.length, 0, false);
            BatchRow row = new BatchRow(ids, position, 1, position, blocks, greedy);
            TokenCandidate candidate = Objects.requireNonNull(
                    small.execute(new Batch(List.of(row))).candidates().getFirst());
            if (position + 1 < prompt.length) {
                promptSum += candidate.entropy();
                continue;
            }
            firstSum += candidate.entropy();
            ids[length++] = candidate.token();
            if (endIds.contains(candidate.token())) {
                break;
            }
        }
        return new Doubt(promptSum, prompt.length - 1, firstSum, length - prompt.length);
    }
}
