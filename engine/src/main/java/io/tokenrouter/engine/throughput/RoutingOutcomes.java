package io.tokenrouter.engine.throughput;

import java.util.HashMap;
import java.util.Map;

/** All ways in which the rows of steps that end at one instant may be routed, each with its probability. */
final class RoutingOutcomes {

    private final RoutingMatrix routing;
    private final Map<Integer, Binomial> binomials = new HashMap<>();

    RoutingOutcomes(RoutingMatrix routing) {
        this.routing = routing;
    }

    /** Is given each outcome; equal ones may come more than once. */
    @FunctionalInterface
    interface Receiver {
        void outcome(StationState state, double probability);
    }

    /**
     * @param state in which the steps have ended and their rows are nowhere
     * @param rows for each model those of its step that ended, or 0
     */
    void forEach(StationState state, int[] rows, Receiver receiver) {
        route(state, rows, 0, 0, rows[0], 1, receiver);
    }

    private void route(
            StationState state, int[] rows, int from, int to, int left, double probability, Receiver receiver) {
        if (left == 0) {
            if (from + 1 == rows.length) {
                receiver.outcome(state, probability);
            } else {
                route(state, rows, from + 1, 0, rows[from + 1], probability, receiver);
            }
            return;
        }
        Binomial going = going(from, to, left);
        for (int k = going.from(); k <= going.to(); k++) {
            StationState next = state.copy();
            next.arrive(to, k);
            route(next, rows, from, to + 1, left - k, probability * going.at(k), receiver);
        }
    }

    private Binomial going(int from, int to, int rows) {
        int key = (rows * routing.models() + from) * routing.models() + to;
        return binomials.computeIfAbsent(key, ignored -> Binomial.whole(rows, routing.conditional(from, to)));
    }
}
