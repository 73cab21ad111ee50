package io.tokenrouter.engine.throughput;

/**
 * One-step lookahead for an idle model m with q requests while another model's step, of which a requests are expected, will take r
 * more. Waiting delays the q by r and makes their step longer; it saves the a requests what of m's step they would have had to sit
 * out: hold if {@code a (T(q) - r) > theta q r + max(theta, 1) q (T(q + a) - T(q))}.
 *
 * <p>The fastest model decides first: it must be running again before a slower one looks at it.
 */
final class IndexHoldRule implements StartRule {

    /** A step that lasts longer than predicted by as many standard deviations and the slack is not waited for any more. */
    private static final double OVERRUN_DEVIATIONS = 3;

    private static final long OVERRUN_SLACK_NANOS = 1_000_000;

    private final Group group;
    private final double theta;

    IndexHoldRule(Group group, double theta) {
        this.group = group;
        this.theta = theta;
    }

    /**
     * The inequality.
     *
     * @param waiting q, at least 1
     * @param arrivals a, 0 or more
     * @param residualNanos r, 0 or more
     */
    static boolean holds(StepTimeCurve stepTime, int waiting, double arrivals, long residualNanos, double theta) {
        double now = stepTime.nanos(waiting);
        double longer = stepTime.nanos(waiting + arrivals) - now;
        return arrivals * (now - residualNanos)
                > theta * waiting * residualNanos + Math.max(theta, 1) * waiting * longer;
    }

    @Override
    public int next(GroupState state) {
        for (int place = group.models() - 1; place >= 0; place--) {
            int m = group.bySlowness(place);
            if (group.mayStart(state, m) && (group.mustNotWait(state, m) || nanosWorthHolding(state, m) == 0)) {
                return m;
            }
        }
        return NONE;
    }

    @Override
    public long nanosToNextDecision(GroupState state) {
        long next = NEVER;
        for (int m = 0; m < group.models(); m++) {
            if (group.mayStart(state, m)) {
                long hold = nanosWorthHolding(state, m);
                next = Math.min(next, Math.min(group.nanosToGuard(state, m), hold == 0 ? NEVER : hold));
            }
        }
        return next;
    }

    /** Until when a step that is worth waiting for should have ended by far; 0 if none is worth it. */
    private long nanosWorthHolding(GroupState state, int m) {
        for (int j = 0; j < group.models(); j++) {
            if (j != m && state.inStep(j) > 0 && group.leads(j, m)) {
                long predicted = state.predictedNanos(j);
                long elapsed = state.elapsedNanos(j);
                double noise = group.model(j).noise();
                long patience =
                        predicted + Math.round(OVERRUN_DEVIATIONS * noise * predicted) + OVERRUN_SLACK_NANOS - elapsed;
                if (patience > 0
                        && holds(
                                group.model(m).stepTime(),
                                state.waiting(m),
                                state.expectedArrivals(j, m),
                                ResidualLife.nanos(predicted, elapsed, noise),
                                theta)) {
                    return patience;
                }
            }
        }
        return 0;
    }
}
