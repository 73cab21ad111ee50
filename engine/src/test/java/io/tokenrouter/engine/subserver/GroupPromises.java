package io.tokenrouter.engine.subserver;

import io.tokenrouter.engine.executor.Device;
import io.tokenrouter.engine.throughput.DeviceMode;
import java.util.Collection;
import java.util.Deque;
import java.util.List;

/** What a {@link DeviceGroup} promises at every instant, whatever its plan; breaches are errors. */
final class GroupPromises {

    private final DeviceGroup group;
    private final List<Deque<SimulatedRequest>> lines;

    /**
     * @param lines requests that wait at each model, the first to be served first
     */
    GroupPromises(DeviceGroup group, List<Deque<SimulatedRequest>> lines) {
        this.group = group;
        this.lines = lines;
    }

    /** Something runs where something waits, and nobody is kept back past the guard. */
    void checkHolds(long now, long nextDecision) {
        boolean anyRuns = group.members().stream().anyMatch(member -> member.inStep > 0);
        if (!anyRuns && lines.stream().anyMatch(line -> !line.isEmpty())) {
            throw new AssertionError("requests wait, and no step runs: " + group.plan());
        }
        for (int m = 0; m < lines.size(); m++) {
            if (!lines.get(m).isEmpty() && group.members().get(m).isHeld) {
                long waited = now - lines.get(m).getFirst().readyNanos;
                long guard = group.plan().guardNanos().get(m);
                if (waited >= guard || nextDecision - now > guard - waited) {
                    throw new AssertionError("held for " + waited + " ns, guard " + guard + ", next decision in "
                            + (nextDecision - now) + " ns: " + group.plan());
                }
            }
        }
    }

    /** Of a step that begins: nobody who has waited past the guard is passed over for somebody who came later. */
    void checkTurn(int chosen, long now) {
        long chosenReady = lines.get(chosen).getFirst().readyNanos;
        for (int m = 0; m < lines.size(); m++) {
            if (m != chosen && takeTurns(m, chosen) && !lines.get(m).isEmpty()) {
                long ready = lines.get(m).getFirst().readyNanos;
                if (now - ready >= group.plan().guardNanos().get(m) && chosenReady > ready) {
                    throw new AssertionError("a step of " + chosen + " for a request that has waited "
                            + (now - chosenReady) + " ns, while one at " + m + " has waited " + (now - ready)
                            + " ns: " + group.plan());
                }
            }
        }
    }

    private boolean takeTurns(int m, int other) {
        Device device = group.members().get(m).device;
        return group.plan().device() instanceof DeviceMode.OneStepAtATime
                || device.runsOneStepAtATime() && device.equals(group.members().get(other).device);
    }

    /** The sum of the requests' own shares, before the rows of a step are chosen and after. */
    void checkArrivals(int from, Collection<SimulatedRequest> expected) {
        for (int to = 0; to < lines.size(); to++) {
            int there = to;
            double sum = expected.stream()
                    .mapToDouble(request -> request.share(from, there))
                    .sum();
            double told = group.expectedArrivals(from, to);
            if (from != to && Math.abs(told - sum) > 1e-6) {
                throw new AssertionError(told + " are expected at " + to + " from " + from + ", not " + sum);
            }
        }
    }
}
