package io.tokenrouter.engine.tuning;

import java.util.List;

/**
 * A model of a group that is tuned.
 *
 * @param id of the model
 * @param maxRows rows of its largest step, at least 1
 * @param stepSizes batch sizes that its device rounds up to, rising, such as those of captured graphs; empty where there are none
 */
public record TunedModel(String id, int maxRows, List<Integer> stepSizes) {

    public TunedModel {
        stepSizes = List.copyOf(stepSizes);
        if (maxRows < 1) {
            throw new IllegalArgumentException("a step has at least 1 row, not " + maxRows);
        }
    }

    KnotGrid grid() {
        return KnotGrid.upTo(maxRows, stepSizes);
    }
}
