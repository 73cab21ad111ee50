package io.tokenrouter.engine.runtime;

import io.tokenrouter.engine.api.SamplingParams;
import io.tokenrouter.engine.executor.TokenCandidate;
import io.tokenrouter.engine.fixtures.FakeModel;
import java.util.Arrays;

/** What should come out, written down as plainly as possible: one request, no caches, no batches. */
final class Oracle {

    private Oracle() {}

    static int[] alone(FakeModel model, int[] prompt, int tokens) {
        return replace(model, model, prompt, tokens, 2.0, SamplingParams.GREEDY);
    }

    /** The small model writes unless its entropy reaches the threshold; then the large one writes this token. */
    static int[] replace(
            FakeModel small, FakeModel large, int[] prompt, int tokens, double threshold, SamplingParams sampling) {
        int[] ids = Arrays.copyOf(prompt, prompt.length + tokens);
        for (int length = prompt.length; length < ids.length; length++) {
            TokenCandidate proposal = small.next(ids, length, sampling);
            ids[length] = proposal.entropy() >= threshold
                    ? large.next(ids, length, sampling).token()
                    : proposal.token();
        }
        return Arrays.copyOfRange(ids, prompt.length, ids.length);
    }
}
