package io.tokenrouter.engine.throughput;

import java.util.List;

/** When the steps of a group of models begin. None of them changes a result, only when it comes. */
public sealed interface BatchingSettings {

    /** A step begins as soon as something waits and the device is free; of several models the slowest goes first. */
    record Greedy() implements BatchingSettings {}

    /**
     * A step begins with a minimum of rows or after a maximum wait.
     *
     * @param models one rule for each model
     */
    record MinimumBatch(List<Rule> models) implements BatchingSettings {
        public MinimumBatch {
            models = List.copyOf(models);
        }

        /** No limit to a wait other than the guard. */
        public static final long NO_LIMIT = Long.MAX_VALUE;

        /** How long requests may be held at a model at least, whatever its guard; 0 where a rule sets no limit. */
        public long leastGuardNanos(int model) {
            long wait = models.get(model).maxWaitNanos();
            return wait == NO_LIMIT ? 0 : wait;
        }

        /**
         * @param rows a step begins with as many, at least 1
         * @param maxWaitNanos or when the model has been idle for as long while something waited; 0 or more, or {@link #NO_LIMIT}
         * @param alignNanos and not while another model, from which requests may come, has at most as much of its step left; 0 for
         *     never
         */
        public record Rule(int rows, long maxWaitNanos, long alignNanos) {

            /** A step as soon as something waits. */
            public static final Rule AT_ONCE = new Rule(1, NO_LIMIT, 0);

            public Rule {
                if (rows < 1 || maxWaitNanos < 0 || alignNanos < 0) {
                    throw new IllegalArgumentException("a minimum batch is at least 1 row, a wait at least 0 ns, not "
                            + rows + ", " + maxWaitNanos + ", " + alignNanos);
                }
            }
        }
    }

    /**
     * For models on devices of their own: an idle model waits for another one's step to end if that saves the requests that would
     * come from it more waiting than it costs those that are here.
     *
     * @param theta how much the cost counts; 1 is a balance, larger waits less, 0.01 to 100
     */
    record IndexHold(double theta) implements BatchingSettings {
        public IndexHold {
            if (!(theta >= 0.01 && theta <= 100)) {
                throw new IllegalArgumentException("theta is 0.01 to 100, not " + theta);
            }
        }
    }

    /**
     * For a device that runs one step at a time: the slowest model runs when enough requests wait for it or no other model has any.
     *
     * @param points rising in the number of requests; between them the share of requests is interpolated
     */
    record SharedThreshold(List<Point> points) implements BatchingSettings {
        public SharedThreshold {
            points = List.copyOf(points);
            if (points.isEmpty()) {
                throw new IllegalArgumentException("a threshold needs at least one point");
            }
            for (int i = 1; i < points.size(); i++) {
                if (points.get(i).requests() <= points.get(i - 1).requests()) {
                    throw new IllegalArgumentException("the points of a threshold must rise in their requests");
                }
            }
        }

        /** One point: the same share of the requests for any number of them. */
        public static SharedThreshold of(int requests, int threshold) {
            return new SharedThreshold(List.of(new Point(requests, threshold)));
        }

        /**
         * @param requests active at once
         * @param threshold that many of them, from 1 to {@code requests}
         */
        public record Point(int requests, int threshold) {
            public Point {
                if (threshold < 1 || threshold > requests) {
                    throw new IllegalArgumentException(
                            "a threshold is 1 to " + requests + ", the number of requests, not " + threshold);
                }
            }
        }

        /** Rows with which the slowest model begins when this many requests are active; at least 1. */
        public int threshold(int requests) {
            // from the end, which is at the number of requests that they were made for
            Point above = points.getLast();
            if (requests >= above.requests()) {
                return scaled(share(above), requests);
            }
            for (int i = points.size() - 2; i >= 0; i--) {
                Point below = points.get(i);
                if (requests >= below.requests()) {
                    double part = (double) (requests - below.requests()) / (above.requests() - below.requests());
                    return scaled(share(below) + part * (share(above) - share(below)), requests);
                }
                above = below;
            }
            return scaled(share(above), requests);
        }

        private static double share(Point point) {
            return (double) point.threshold() / point.requests();
        }

        private static int scaled(double share, int requests) {
            return Math.max(1, (int) Math.round(share * requests));
        }
    }
}
