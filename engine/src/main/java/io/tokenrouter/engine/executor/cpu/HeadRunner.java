package io.tokenrouter.engine.executor.cpu;

import io.tokenrouter.engine.executor.CandidateRequest;
import io.tokenrouter.engine.executor.TokenCandidate;
import io.tokenrouter.engine.heads.Head;
import io.tokenrouter.engine.heads.RouterNet;
import io.tokenrouter.engine.heads.RowInputs;
import io.tokenrouter.engine.sampling.BestLogits;
import io.tokenrouter.engine.tensor.FloatRows;
import io.tokenrouter.engine.tensor.Kernels;
import io.tokenrouter.engine.tensor.Tensor;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Deque;
import java.util.List;
import java.util.function.IntFunction;
import org.jspecify.annotations.Nullable;

/**
 * Runs heads on rows whose tokens are drawn: each head once for all rows that ask for it. One step at a time.
 *
 * <p>What a head needs is made when it is first asked for; the last few heads keep it.
 */
final class HeadRunner {

    private static final int KEPT = 8;

    private final CpuDevice device;
    private final Kernels kernels;
    private final Tensor embedding;
    private final int drawable;
    private final BestLogits[] best;
    private final Deque<Prepared> prepared = new ArrayDeque<>();

    private record Prepared(Head head, HeadPass pass) {}

    /**
     * @param embedding one row a token id, as wide as hidden states
     * @param drawable ids that may be drawn: so many logits of a row are finite
     */
    HeadRunner(CpuDevice device, Kernels kernels, Tensor embedding, int drawable) {
        this.device = device;
        this.kernels = kernels;
        this.embedding = embedding;
        this.drawable = drawable;
        best = new BestLogits[device.threads()];
        Arrays.setAll(best, i -> new BestLogits());
    }

    /** @throws IllegalArgumentException saying why the head cannot run */
    void require(Head head) {
        head.requireFits(embedding.columns(), drawable);
    }

    /**
     * Puts the numbers of heads into candidates.
     *
     * @param candidates {@code candidates[first + i]} was drawn from row i; null entries are left out
     * @param requests of row i
     */
    void run(
            IntFunction<CandidateRequest> requests,
            @Nullable TokenCandidate[] candidates,
            int first,
            int count,
            FloatRows hidden,
            FloatRows logits) {
        for (Head head : wanted(requests, candidates, first, count)) {
            int[] rows = rowsOf(head, requests, candidates, first, count);
            int[] tokens = new int[rows.length];
            Arrays.setAll(tokens, i -> candidates[first + rows[i]].token());
            FloatRows numbers = numbers(head, rows, tokens, hidden, logits);
            for (int i = 0; i < rows.length; i++) {
                List<Head> asked = requests.apply(rows[i]).heads();
                candidates[first + rows[i]] = with(candidates[first + rows[i]], asked, head, numbers, i);
            }
        }
    }

    /**
     * The numbers of a head, good until it is run again.
     *
     * @param rows to be read
     * @param tokens one for each
     */
    FloatRows numbers(Head head, int[] rows, int[] tokens, FloatRows hidden, FloatRows logits) {
        require(head);
        HeadPass pass = pass(head);
        device.run(
                rows.length,
                (i, worker) -> pass.take(i, new HeadRow(hidden, logits, rows[i], tokens[i], best[worker])));
        return pass.compute(rows.length);
    }

    /** Of rows that made a candidate: where all drafts of a pass stand, there is none. */
    private static List<Head> wanted(
            IntFunction<CandidateRequest> requests, @Nullable TokenCandidate[] candidates, int first, int count) {
        List<Head> heads = List.of();
        for (int i = 0; i < count; i++) {
            for (Head head : requests.apply(i).heads()) {
                if (candidates[first + i] != null && !contains(heads, head)) {
                    heads = heads.isEmpty() ? new ArrayList<>() : heads;
                    heads.add(head);
                }
            }
        }
        return heads;
    }

    private static boolean contains(List<Head> heads, Head wanted) {
        for (Head head : heads) {
            if (head == wanted) {
                return true;
            }
        }
        return false;
    }

    private static int[] rowsOf(
            Head head,
            IntFunction<CandidateRequest> requests,
            @Nullable TokenCandidate[] candidates,
            int first,
            int count) {
        int[] rows = new int[count];
        int found = 0;
        for (int i = 0; i < count; i++) {
            if (candidates[first + i] != null && contains(requests.apply(i).heads(), head)) {
                rows[found++] = i;
            }
        }
        return Arrays.copyOf(rows, found);
    }

    private TokenCandidate with(TokenCandidate candidate, List<Head> asked, Head head, FloatRows numbers, int row) {
        int total = 0;
        int at = 0;
        for (Head each : asked) {
            at = each == head ? total : at;
            total += each.numbers(embedding.columns());
        }
        TokenCandidate filled = candidate.heads().length == 0 ? candidate.withHeads(new float[total]) : candidate;
        System.arraycopy(numbers.values(), numbers.offset(row), filled.heads(), at, numbers.stride());
        return filled;
    }

    private HeadPass pass(Head head) {
        for (Prepared each : prepared) {
            if (each.head() == head) {
                return each.pass();
            }
        }
        if (prepared.size() == KEPT) {
            prepared.removeFirst();
        }
        HeadPass pass = switch (head) {
            case RowInputs inputs -> new InputsPass(inputs, embedding.columns());
            case RouterNet.Perceptron net -> new PerceptronPass(net, device, kernels);
            case RouterNet.Residual net -> new ResidualPass(net, device, kernels, embedding);
        };
        prepared.addLast(new Prepared(head, pass));
        return pass;
    }
}
