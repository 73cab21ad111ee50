package io.tokenrouter.engine.subserver;

import io.tokenrouter.engine.executor.Device;
import io.tokenrouter.engine.executor.ExecutorSpec;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Decides which subserver begins a step: the one place where that happens, for all models of an engine. It keeps them in groups and
 * counts what arrives and ends; the decision itself is {@link DeviceGroup}'s.
 *
 * <p>A decision is taken by whichever thread changed something. A subserver that hands out answers first routes all of them, then
 * decides, then runs or sleeps: what a step sets free is seen at once, and nobody is woken for nothing. Safe from any thread.
 */
public final class StepScheduler implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(StepScheduler.class);

    private final Function<GroupShape, GroupPlan> firstPlans;
    private final LongSupplier clock;
    private final List<GroupMember> members = new ArrayList<>();
    private final List<Partition.Link> links = new ArrayList<>();
    private final Map<Device, DeviceThread> threads = new HashMap<>();
    private List<DeviceGroup> groups = List.of();
    private @Nullable Alarm alarm;

    /**
     * @param firstPlans what a group does that was just formed; asked under the scheduler's lock
     * @param clock nanoseconds, as {@link System#nanoTime()}
     */
    public StepScheduler(Function<GroupShape, GroupPlan> firstPlans, LongSupplier clock) {
        this.firstPlans = firstPlans;
        this.clock = clock;
    }

    /**
     * A group and what it does.
     *
     * @param devices of its models, one for each
     */
    public record Scheduled(GroupShape shape, List<Device> devices, GroupPlan plan) {}

    /** All groups of this moment. */
    public synchronized List<Scheduled> groups() {
        return groups.stream()
                .map(group -> new Scheduled(
                        group.shape(),
                        group.members().stream().map(member -> member.device).toList(),
                        group.plan()))
                .toList();
    }

    /**
     * Changes what a group does, from its next decision on and all at once.
     *
     * @return false if there is no such group any more
     * @throws IllegalArgumentException if the plan does not fit the group, which goes on as before
     */
    public synchronized boolean apply(GroupShape shape, GroupPlan plan) {
        Optional<DeviceGroup> known =
                groups.stream().filter(group -> group.shape().equals(shape)).findFirst();
        known.ifPresent(group -> {
            group.follow(plan);
            decide(group);
        });
        return known.isPresent();
    }

    /** Requests go between these models from now on. */
    public synchronized void link(String smallId, String largeId) {
        links.add(new Partition.Link(smallId, largeId));
        regroup();
    }

    /** One link between these models less. */
    public synchronized void unlink(String smallId, String largeId) {
        links.remove(new Partition.Link(smallId, largeId));
        regroup();
    }

    /** Ends waits for a time; all subservers have to be closed before. */
    @Override
    public synchronized void close() {
        if (alarm != null) {
            alarm.close();
        }
    }

    /** The thread that serves the models of a device; one for each where steps may overlap. To be given back when a model leaves. */
    synchronized DeviceThread threadFor(String id, Device device) {
        DeviceThread thread = device.runsOneStepAtATime() ? threads.get(device) : null;
        if (thread == null) {
            thread = new DeviceThread(id);
            thread.start();
        }
        if (device.runsOneStepAtATime()) {
            threads.put(device, thread);
        }
        return thread;
    }

    private void release(Device device, DeviceThread thread) {
        boolean isNeeded = device.runsOneStepAtATime()
                && members.stream()
                                .filter(member -> member.device.equals(device))
                                .count()
                        > 1;
        if (!isNeeded) {
            threads.remove(device);
            thread.end();
        }
    }

    synchronized GroupMember join(String id, ExecutorSpec spec, Device device, Runnable wake) {
        GroupMember member = new GroupMember(id, spec, device, wake);
        members.add(member);
        regroup();
        return member;
    }

    /** @param thread that served it and has let go of it */
    synchronized void leave(GroupMember member, DeviceThread thread) {
        release(member.device, thread);
        members.remove(member);
        member.group = form(List.of(member));
        regroup();
    }

    synchronized GroupPlan planOf(GroupMember member) {
        return member.group().plan();
    }

    synchronized void seatTaken(GroupMember member) {
        member.seats++;
    }

    synchronized void seatGivenUp(GroupMember member) {
        member.seats--;
        decideUnlessSoon(member.group());
    }

    /** A seat is on its way to the subserver, which is woken if a step of it is to begin. */
    synchronized void sent(GroupMember member, long nowNanos) {
        member.sent(nowNanos);
        decideUnlessSoon(member.group());
    }

    /**
     * Of the subserver's thread, when it has looked at everything that came to it.
     *
     * @param lined rows that wait in its line
     * @param oldestReadyNanos since when the first of them has waited
     * @param received seats that it has received so far
     * @return rows of the step to begin now; 0 to sleep until there is a grant
     */
    synchronized int next(GroupMember member, int lined, long oldestReadyNanos, long received) {
        long now = clock.getAsLong();
        member.lined(lined, oldestReadyNanos, received, now);
        member.mustAsk = false;
        if (member.granted == 0) {
            if (member.inStep > 0) {
                member.idle(now);
            }
            decide(member.group());
        }
        int rows = member.granted;
        member.granted = 0;
        return rows;
    }

    /** Of the subserver's thread: the step has these rows, and takes so many ids beyond one for each. */
    synchronized void began(GroupMember member, int rows, int extraTokens) {
        member.group().began(member, rows, extraTokens, clock.getAsLong());
    }

    /**
     * Of the subserver's thread: the step is over and all its answers are routed. It goes on to {@link #next}.
     *
     * @return true if another step of the device ran meanwhile
     */
    synchronized boolean ended(GroupMember member, int lined, long oldestReadyNanos, long received, long nowNanos) {
        member.lined(lined, oldestReadyNanos, received, nowNanos);
        member.group().pass(nowNanos);
        member.idle(nowNanos);
        return member.overlapped;
    }

    /** A thread that serves a model of the group decides upon it anyway, before it sleeps or runs a step. */
    private void decideUnlessSoon(DeviceGroup group) {
        if (!(Thread.currentThread() instanceof DeviceThread thread && thread.serves(group))) {
            decide(group);
        }
    }

    private void decide(DeviceGroup group) {
        long again = group.decide(clock.getAsLong());
        if (again != Long.MAX_VALUE) {
            if (alarm == null) {
                alarm = new Alarm(clock, this::alarmRang);
            }
            alarm.setNoLaterThan(again);
        }
    }

    private synchronized void alarmRang() {
        if (alarm != null) {
            alarm.clear();
        }
        for (DeviceGroup group : groups) {
            try {
                decide(group);
            } catch (Throwable bug) {
                LOG.error("No step of {} could be decided upon", group.shape().models(), bug);
                // their threads decide again, and end what waits if they cannot
                group.members().forEach(GroupMember::wakeUp);
            }
        }
    }

    private void regroup() {
        List<DeviceGroup> next = new ArrayList<>();
        for (List<GroupMember> together : new Partition(members, links).groups()) {
            DeviceGroup group = groups.stream()
                    .filter(known -> known.members().equals(together))
                    .findFirst()
                    .orElseGet(() -> form(together));
            together.forEach(member -> member.group = group);
            next.add(group);
        }
        groups = next;
        groups.forEach(this::decide);
    }

    private DeviceGroup form(List<GroupMember> together) {
        Device device = together.getFirst().device;
        boolean takeTurns =
                device.runsOneStepAtATime() && together.stream().allMatch(member -> member.device.equals(device));
        GroupShape shape = new GroupShape(
                together.stream().map(member -> member.id).toList(),
                together.stream().map(member -> member.maxRows).toList(),
                takeTurns);
        return new DeviceGroup(shape, together, firstPlans.apply(shape), clock.getAsLong());
    }
}
