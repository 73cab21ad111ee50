package io.tokenrouter.engine.throughput;

import java.util.List;

/** The synthetic step-time curves on which the validated values were computed, in milliseconds. */
enum Curves {
    /** Flat, as a GPU far from saturation; the large model saturates at 32 rows. */
    G {
        @Override
        double small(int b) {
            return 6;
        }

        @Override
        double large(int b) {
            return 25 + .5 * Math.max(0, b - 32);
        }
    },
    /** As G, with small slopes that have no common divisor. */
    G2 {
        @Override
        double small(int b) {
            return 6.3 + .004 * b;
        }

        @Override
        double large(int b) {
            return 27.7 + .05 * Math.min(b, 32) + .5 * Math.max(0, b - 32);
        }
    },
    /** Affine, as a CPU. */
    C {
        @Override
        double small(int b) {
            return 3 + 9 * b;
        }

        @Override
        double large(int b) {
            return 15 + 60 * b;
        }
    },
    /** A staircase, as captured graphs of fixed sizes. */
    S {
        @Override
        double small(int b) {
            return 5 + .02 * graph(b);
        }

        @Override
        double large(int b) {
            return 22 + .15 * graph(b);
        }
    };

    static final double MS = 1e6;
    private static final int LARGEST = 1024;

    abstract double small(int b);

    abstract double large(int b);

    StepTimeCurve small() {
        return StepTimeCurve.of(LARGEST, b -> Math.rint(small(b) * MS));
    }

    StepTimeCurve large() {
        return StepTimeCurve.of(LARGEST, b -> Math.rint(large(b) * MS));
    }

    /** A small and a large model on devices of their own. */
    Workload pair(int requests, double toLarge, double toSmall) {
        return new Workload(
                requests,
                List.of(ModelProfile.of(small()), ModelProfile.of(large())),
                RoutingMatrix.pair(toLarge, toSmall),
                new DeviceMode.Separate());
    }

    Workload pair(int requests, double toLarge) {
        return pair(requests, toLarge, 1);
    }

    private static int graph(int b) {
        int[] first = {1, 2, 4, 8, 16, 24, 32, 48, 64, 96, 128, 160, 192, 224, 256};
        for (int size : first) {
            if (size >= b) {
                return size;
            }
        }
        return (b + 63) / 64 * 64;
    }
}
