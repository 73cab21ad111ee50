package io.tokenrouter.engine.executor;

import io.tokenrouter.engine.sampling.Fusion;
import io.tokenrouter.engine.sampling.LogitRow;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What other models say at the position of a row's candidate: the token is drawn from all of their rows together, and signals are of
 * the fused row.
 *
 * @param rule how rows are combined
 * @param rows of the models, in the order of the rule's weights; null in the place of the row that the step computes
 */
public record RowFusion(Fusion rule, List<@Nullable LogitRow> rows) {

    public RowFusion {
        rows = Collections.unmodifiableList(new ArrayList<>(rows));
        if (rows.size() != rule.weights().size()) {
            throw new IllegalArgumentException(
                    rows.size() + " rows for " + rule.weights().size() + " weights");
        }
        if (rows.stream().filter(row -> row == null).count() != 1) {
            throw new IllegalArgumentException("one row, and not more, is the step's own");
        }
    }
}
