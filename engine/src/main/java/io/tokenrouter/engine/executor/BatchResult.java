package io.tokenrouter.engine.executor;

import java.util.ArrayList;
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
}
