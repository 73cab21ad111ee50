package io.tokenrouter.engine.throughput;

import java.util.List;

/** A workload of three models with flat curves, two of which are visited in turn from the first. */
final class ThreeModels {

    private ThreeModels() {}

    static Workload flat(int requests) {
        return new Workload(
                requests,
                List.of(model(3), model(8), model(25)),
                RoutingMatrix.of(new double[][] {{.8, .15, .05}, {.9, .1, 0}, {1, 0, 0}}),
                new DeviceMode.Separate());
    }

    private static ModelProfile model(double millis) {
        return ModelProfile.of(StepTimeCurve.of(64, b -> millis * Curves.MS));
    }
}
