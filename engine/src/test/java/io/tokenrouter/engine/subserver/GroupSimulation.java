package io.tokenrouter.engine.subserver;

import io.tokenrouter.engine.executor.Device;
import io.tokenrouter.engine.executor.ExecutorSpec;
import io.tokenrouter.engine.throughput.DeviceMode;
import io.tokenrouter.engine.throughput.ModelProfile;
import io.tokenrouter.engine.throughput.RoutingMatrix;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.Deque;
import java.util.List;
import java.util.Random;

/**
 * Requests that walk between the models of one {@link DeviceGroup}, step by step on a clock that jumps from event to event. Does
 * what subservers and the scheduler do, in one thread; checks at every instant what a group promises under any plan.
 */
final class GroupSimulation {

    private static final long NEVER = Long.MAX_VALUE;

    private final List<GroupMember> members = new ArrayList<>();
    private final List<ModelProfile> profiles;
    private final RoutingMatrix routing;
    private final Random random;
    private final DeviceGroup group;
    private final GroupPromises promises;
    private final List<Deque<SimulatedRequest>> lines = new ArrayList<>();
    private final List<List<SimulatedRequest>> steps = new ArrayList<>();
    private final double[] leftNanos;
    private final long[] sent;
    private long now;
    private long alarm = NEVER;
    private long tokens;
    private final long[] longestWait;
    private final long[] longestStep;
    private final long[] began;

    /**
     * @param devices of the models; equal ones are shared
     * @param profiles what steps really take
     * @param routing where requests really go
     */
    GroupSimulation(
            List<Device> devices, List<ModelProfile> profiles, RoutingMatrix routing, GroupPlan plan, long seed) {
        this.profiles = profiles;
        this.routing = routing;
        this.random = new Random(seed);
        this.leftNanos = new double[profiles.size()];
        this.sent = new long[profiles.size()];
        this.longestWait = new long[profiles.size()];
        this.longestStep = new long[profiles.size()];
        this.began = new long[profiles.size()];
        List<String> ids = new ArrayList<>();
        List<Integer> caps = new ArrayList<>();
        for (int m = 0; m < profiles.size(); m++) {
            int cap = profiles.get(m).maxBatch();
            members.add(new GroupMember("m" + m, new ExecutorSpec(9, 99, 1, 9, cap, 9999), devices.get(m), () -> {}));
            ids.add("m" + m);
            caps.add(cap);
            lines.add(new ArrayDeque<>());
            steps.add(List.of());
        }
        group = new DeviceGroup(
                new GroupShape(ids, caps, Collections.nCopies(ids.size(), List.of()), false), members, plan, 0);
        promises = new GroupPromises(group, lines);
    }

    /** Requests that come at this instant to the first model, of so many tokens each. */
    void add(int requests, int tokensEach) {
        for (int i = 0; i < requests; i++) {
            admit(new SimulatedRequest(SimulatedRequest.ANYWHERE, tokensEach, group), 0);
        }
        decide();
    }

    /** Requests of a single model. */
    void addTo(int model, int requests, int tokensEach) {
        for (int i = 0; i < requests; i++) {
            admit(new SimulatedRequest(model, tokensEach, group), model);
        }
        decide();
    }

    private void admit(SimulatedRequest request, int at) {
        takeSeats(request, 1);
        send(request, at);
    }

    private void takeSeats(SimulatedRequest request, int count) {
        for (int m = 0; m < members.size(); m++) {
            members.get(m).seats += request.visits(m) ? count : 0;
        }
    }

    void follow(GroupPlan plan) {
        group.follow(plan, now);
        decide();
    }

    /** Goes on to the end of the next step or the next decision; false if nothing is left to happen. */
    boolean advance() {
        long next = nextEvent();
        if (next == NEVER) {
            return false;
        }
        pass(next - now);
        for (int m = 0; m < members.size(); m++) {
            if (members.get(m).inStep > 0 && leftNanos[m] <= 1e-6) {
                end(m);
            }
        }
        decide();
        return true;
    }

    private long nextEvent() {
        double slowness = slowness();
        long next = alarm;
        for (int m = 0; m < members.size(); m++) {
            if (members.get(m).inStep > 0) {
                next = Math.min(next, now + (long) Math.ceil(leftNanos[m] * slowness));
            }
        }
        return next;
    }

    private void pass(long nanos) {
        double slowness = slowness();
        now += nanos;
        for (int m = 0; m < members.size(); m++) {
            leftNanos[m] -= nanos / slowness;
        }
    }

    /** Until a time, which comes even if nothing happens before. */
    void runTo(long nanos) {
        while (nextEvent() <= nanos) {
            advance();
        }
        pass(nanos - now);
    }

    /** Until so many tokens were made, or nothing is left to do. */
    void run(long untilTokens) {
        while (tokens < untilTokens && advance()) {}
    }

    /** Tokens per second since the time at which there were {@code tokens}. */
    double rateSince(long sinceTokens, long sinceNanos) {
        return (tokens - sinceTokens) * 1e9 / (now - sinceNanos);
    }

    long tokens() {
        return tokens;
    }

    long now() {
        return now;
    }

    boolean isEmpty() {
        return lines.stream().allMatch(Deque::isEmpty) && steps.stream().allMatch(List::isEmpty);
    }

    /** Longest time from when a request was ready until the step began that took it. */
    long longestWaitNanos() {
        return Arrays.stream(longestWait).max().orElseThrow();
    }

    /** The same at one model. */
    long longestWaitNanos(int model) {
        return longestWait[model];
    }

    /** Longest step of a model so far. */
    long longestStepNanos(int model) {
        return longestStep[model];
    }

    private double slowness() {
        long running = members.stream().filter(member -> member.inStep > 0).count();
        return running > 1 && group.plan().device() instanceof DeviceMode.Overlapping overlapping
                ? overlapping.slowdown()
                : 1;
    }

    private void send(SimulatedRequest request, int to) {
        request.readyNanos = now;
        request.onward(to).sent();
        members.get(to).sent(now);
        sent[to]++;
        request.onward(to).received();
        lines.get(to).add(request);
    }

    private void end(int m) {
        List<SimulatedRequest> step = steps.get(m);
        steps.set(m, List.of());
        longestStep[m] = Math.max(longestStep[m], now - began[m]);
        for (SimulatedRequest request : step) {
            tokens++;
            if (--request.left == 0) {
                takeSeats(request, -1);
            } else {
                int next = request.goesAnywhere() ? next(m) : m;
                request.went(m, next);
                send(request, next);
            }
        }
        line(m);
        group.pass(now);
        members.get(m).idle(now);
    }

    private void line(int m) {
        Deque<SimulatedRequest> line = lines.get(m);
        long oldest = line.isEmpty() ? NEVER : line.getFirst().readyNanos;
        members.get(m).transitions.clearLine();
        line.forEach(request -> request.onward(m).lined());
        members.get(m).lined(line.size(), oldest, sent[m], now);
    }

    private int next(int from) {
        double drawn = random.nextDouble();
        for (int to = 0; to < members.size(); to++) {
            drawn -= routing.probability(from, to);
            if (drawn < 0) {
                return to;
            }
        }
        return from;
    }

    private void decide() {
        alarm = group.decide(now);
        for (int m = 0; m < members.size(); m++) {
            begin(m);
        }
        promises.checkHolds(now, alarm);
        if (alarm <= now) {
            throw new AssertionError("a decision at " + now + " asks for another at " + alarm);
        }
    }

    private void begin(int m) {
        GroupMember member = members.get(m);
        if (member.granted == 0) {
            return;
        }
        List<SimulatedRequest> step = new ArrayList<>();
        Deque<SimulatedRequest> line = lines.get(m);
        if (member.inStep == line.size()) {
            promises.checkArrivals(m, line);
        }
        promises.checkTurn(m, now);
        began[m] = now;
        while (step.size() < member.granted && !line.isEmpty()) {
            SimulatedRequest request = line.remove();
            longestWait[m] = Math.max(longestWait[m], now - request.readyNanos);
            step.add(request);
        }
        member.granted = 0;
        line(m);
        steps.set(m, step);
        member.transitions.clearStep();
        step.forEach(request -> request.onward(m).answers());
        group.began(member, step.size(), 0, now);
        promises.checkArrivals(m, step);
        ModelProfile profile = profiles.get(m);
        double noise = profile.noise() == 0 ? 1 : Math.exp(profile.noise() * random.nextGaussian());
        leftNanos[m] = Math.max(1, profile.stepTime().nanos(step.size()) * noise);
    }
}
