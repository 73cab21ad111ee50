package io.tokenrouter.engine.executor.cpu;

import io.tokenrouter.engine.executor.CandidateRequest;
import io.tokenrouter.engine.executor.TokenCandidate;
import io.tokenrouter.engine.heads.Head;
import io.tokenrouter.engine.sampling.AcceptRule;
import io.tokenrouter.engine.sampling.Verifier;
import io.tokenrouter.engine.tensor.FloatRows;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.IntFunction;
import java.util.function.IntUnaryOperator;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** Lets drafts stand that are not what the judging model would write, where a head finds that this does not matter. */
final class HeadVerdicts {

    private final HeadRunner heads;

    HeadVerdicts(HeadRunner heads) {
        this.heads = heads;
    }

    /**
     * Takes out what would take the place of drafts that may stand. Where the head's number is not defined, the numbers of what takes
     * the draft's place are not either.
     *
     * @param requests of row i
     * @param drafts which of its drafts row i judges; none if that many or more
     * @param candidates {@code candidates[first + i]} takes the place of row i's draft; null entries stand already
     */
    void apply(
            IntFunction<CandidateRequest> requests,
            IntUnaryOperator drafts,
            @Nullable TokenCandidate[] candidates,
            int first,
            int count,
            FloatRows hidden,
            FloatRows logits) {
        Map<Head, int[]> rows = new LinkedHashMap<>();
        for (int i = 0; i < count; i++) {
            CandidateRequest request = requests.apply(i);
            if (candidates[first + i] != null && isUndecided(request, drafts.applyAsInt(i), logits, i)) {
                int row = i;
                rows.merge(request.heads().getFirst(), new int[] {row}, HeadVerdicts::joined);
            }
        }
        rows.forEach((head, judged) -> {
            int[] tokens = Arrays.stream(judged)
                    .map(row ->
                            requests.apply(row).draft(drafts.applyAsInt(row)).token())
                    .toArray();
            FloatRows numbers = heads.numbers(head, judged, tokens, hidden, logits);
            for (int i = 0; i < judged.length; i++) {
                int row = judged[i];
                AcceptRule.ByHead rule =
                        (AcceptRule.ByHead) requests.apply(row).verification().rule();
                float number = numbers.values()[numbers.offset(i)];
                if (number < rule.below()) {
                    candidates[first + row] = null;
                } else if (Float.isNaN(number)) {
                    candidates[first + row] = candidates[first + row].withHeads(new float[] {Float.NaN});
                }
            }
        });
    }

    private static boolean isUndecided(CandidateRequest request, int draft, FloatRows logits, int row) {
        if (draft >= request.drafts() || !(request.verification().rule() instanceof AcceptRule.ByHead)) {
            return false;
        }
        Verifier.Draft judged = request.draft(draft);
        return judged.mayStand(logits.values(), logits.offset(row));
    }

    private static int[] joined(int[] some, int[] more) {
        return IntStream.concat(Arrays.stream(some), Arrays.stream(more)).toArray();
    }
}
