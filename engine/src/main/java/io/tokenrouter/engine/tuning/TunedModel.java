package io.tokenrouter.engine.tuning;

import java.util.List;

/**
 * A model of a group that is tuned.
 *
 * @param id of the model
 * @param maxRows rows of its largest step, at least 1
 * @param buckets batch sizes that its device rounds up to, such as those of CUDA graphs; empty where there are none
 */
public record TunedModel(String id, int maxRows, List<Integer> buckets) {

    public TunedModel {
        buckets = List.copyOf(buckets);
        if (maxRows < 1) {
            throw new IllegalArgumentException("a step has at least 1 row, not " + maxRows);
        }
    }

    KnotGrid grid() {
        return KnotGrid.upTo(
                maxRows, buckets.stream().mapToInt(Integer::intValue).toArray());
    }
}
