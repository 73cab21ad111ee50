package io.tokenrouter.engine.executor;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * @param candidates one entry per row of the batch, null where the row asked for none
 */
public record BatchResult(List<@Nullable TokenCandidate> candidates) {

    public BatchResult {
        candidates = Collections.unmodifiableList(new ArrayList<>(candidates));
    }

    /**
     * From what was made of every row of logits to one candidate for each row of the batch: what takes the place of the first draft that
     * does not stand, or the token behind them all.
     *
     * @param made in the order of the batch's rows that ask, for each one entry a draft, null where it stands, and one for the token
     *     behind them
     */
    public static BatchResult of(Batch batch, @Nullable TokenCandidate[] made) {
        @Nullable TokenCandidate[] result = new TokenCandidate[batch.rows().size()];
        int next = 0;
        for (int row = 0; row < result.length; row++) {
            CandidateRequest request = batch.rows().get(row).candidate();
            if (request != null) {
                int accepted = 0;
                while (made[next + accepted] == null) {
                    accepted++;
                }
                result[row] = made[next + accepted].after(accepted);
                next += request.drafts() + 1;
            }
        }
        return new BatchResult(Arrays.asList(result));
    }
}
