package io.tokenrouter.engine.throughput;

import java.util.List;

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
        int[] order = new int[models.size()];
        for (int m = 0; m < order.length; m++) {
            int place = m;
            for (; place > 0 && isNoSlower(models.get(order[place - 1]), models.get(m)); place--) {
                order[place] = order[place - 1];
            }
            order[place] = m;
        }
        return order;
    }

    private static boolean isNoSlower(ModelProfile model, ModelProfile than) {
        return model.stepTime().nanos(1) <= than.stepTime().nanos(1);
    }
}
