package io.tokenrouter.engine.throughput;

import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;

/**
 * A fixed number of requests that walk between models for ever: what all predictions are about. The first model is the one at which
 * requests start.
 *
 * @param requests active at once, from 1 to {@link StepTimeCurve#MAX_BATCH}
 * @param models as many as the matrix has rows
 */
public record Workload(int requests, List<ModelProfile> models, RoutingMatrix routing, DeviceMode device) {

    public Workload {
        models = List.copyOf(models);
        if (requests < 1 || requests > StepTimeCurve.MAX_BATCH) {
            throw new IllegalArgumentException(
                    "a workload has 1 to " + StepTimeCurve.MAX_BATCH + " requests, not " + requests);
        }
        if (models.size() != routing.models()) {
            throw new IllegalArgumentException(
                    models.size() + " profiles do not fit a routing matrix of " + routing.models() + " models");
        }
    }

    public Workload withRequests(int count) {
        return new Workload(count, models, routing, device);
    }

    public Workload withDevice(DeviceMode mode) {
        return new Workload(requests, models, routing, mode);
    }

    /** Models by the time of a step with one row, the slowest first; the later one first among equals. */
    static int[] slowestFirst(List<ModelProfile> models) {
        return IntStream.range(0, models.size())
                .boxed()
                .sorted(Comparator.<Integer>comparingDouble(
                                m -> models.get(m).stepTime().nanos(1))
                        .thenComparing(m -> m)
                        .reversed())
                .mapToInt(Integer::intValue)
                .toArray();
    }
}
