package io.tokenrouter.engine.executor;

import io.tokenrouter.engine.api.TokenMask;
import io.tokenrouter.engine.sampling.AcceptRule;
import io.tokenrouter.engine.sampling.TokenDistribution;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The last ids of a row were drafted by another model and are judged by this one, each by the row of logits before it. The row must
 * extend its sequence by all of them and by the id before the first.
 *
 * @param rule when a draft stands
 * @param drawnFrom for each draft, in order, what it was drawn from; null for an id that nobody drew
 * @param allowed for each draft, ids that may stand in its place; null entries for all. Empty where no draft has a mask
 */
public record Verification(
        AcceptRule rule, List<@Nullable TokenDistribution> drawnFrom, List<@Nullable TokenMask> allowed) {

    public Verification {
        drawnFrom = Collections.unmodifiableList(new ArrayList<>(drawnFrom));
        allowed = Collections.unmodifiableList(new ArrayList<>(allowed));
        if (drawnFrom.isEmpty()) {
            throw new IllegalArgumentException("there is no draft to judge");
        }
        if (!allowed.isEmpty() && allowed.size() != drawnFrom.size()) {
            throw new IllegalArgumentException(allowed.size() + " masks for " + drawnFrom.size() + " drafts");
        }
    }

    /** Drafts to judge, at least 1. */
    public int drafts() {
        return drawnFrom.size();
    }

    /** What may stand in the place of a draft; null for any id. */
    @Nullable
    TokenMask allowedAt(int draft) {
        return allowed.isEmpty() ? null : allowed.get(draft);
    }
}
