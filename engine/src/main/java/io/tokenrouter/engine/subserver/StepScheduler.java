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
    private List<GroupMember> members = List.of();
    private List<Partition.Link> links = List.of();
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
            group.follow(plan, clock.getAsLong());
            decide(group);
        });
        return known.isPresent();
    }

    /**
     * Requests go between these models from now on.
     *
     * @throws IllegalArgumentException if their group cannot be scheduled; nothing has changed
     */
    public synchronized void link(String smallId, String largeId) {
        List<Partition.Link> more = new ArrayList<>(links);
        more.add(new Partition.Link(smallId, largeId));
        regroup(members, more);
    }

    /** One link between these models less. */
    public synchronized void unlink(String smallId, String largeId) {
        List<Partition.Link> fewer = new ArrayList<>(links);
        fewer.remove(new Partition.Link(smallId, largeId));
        regroup(members, fewer);
    }

    /** Ends waits for a time; all subservers have to be closed before. */
    @Override
    public synchronized void close() {
        if (alarm != null) {
            alarm.close();
        }
    }

    /** Where a subserver is: its figures, and the thread that serves it. */
    record Place(GroupMember member, DeviceThread thread) {}

    /**
     * A model joins; its thread serves it once it is told to. Models of a device that runs one step at a time have one thread.
     *
     * @throws IllegalArgumentException if its group cannot be scheduled; nothing has changed
     */
    synchronized Place join(String id, ExecutorSpec spec, Device device) {
        DeviceThread known = device.runsOneStepAtATime() ? threads.get(device) : null;
        DeviceThread thread = known == null ? new DeviceThread(id) : known;
        GroupMember member = new GroupMember(id, spec, device, thread::wake);
        List<GroupMember> more = new ArrayList<>(members);
        more.add(member);
        regroup(more, links);
        if (known == null) {
            thread.start();
        }
        if (device.runsOneStepAtATime()) {
            threads.put(device, thread);
        }
        return new Place(member, thread);
    }

    /** The place is given up; its thread has let go of it. */
    synchronized void leave(Place place) {
        GroupMember member = place.member();
        List<GroupMember> fewer = new ArrayList<>(members);
        fewer.remove(member);
        boolean isLast = fewer.stream().noneMatch(other -> other.device.equals(member.device));
        if (isLast || !member.device.runsOneStepAtATime()) {
            threads.remove(member.device);
            place.thread().end();
        }
        member.group = form(List.of(member));
        fewer.forEach(other -> other.transitions.forget(member));
        regroup(fewer, links);
    }

    /** True while no generation has a seat at any model of the group. */
    synchronized boolean isIdle(GroupMember member) {
        return member.group().members().stream().allMatch(each -> each.seats == 0);
    }

    /**
     * What is known of a generation that has yet to visit a model.
     *
     * @param others where it may go from there; those of other groups do not count
     */
    synchronized RunningShares pooledShares(GroupMember from, List<GroupMember> others) {
        List<GroupMember> reached =
                others.stream().filter(other -> other.group == from.group).toList();
        Transition[] transitions = reached.stream().map(from.transitions::to).toArray(Transition[]::new);
        return new RunningShares(transitions, from.group().pooledShares(from, reached));
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

    /** All or nothing: groups are formed before anything changes. */
    private void regroup(List<GroupMember> nextMembers, List<Partition.Link> nextLinks) {
        List<DeviceGroup> next = new ArrayList<>();
        for (List<GroupMember> together : new Partition(nextMembers, nextLinks).groups()) {
            next.add(groups.stream()
                    .filter(known -> known.members().equals(together))
                    .findFirst()
                    .orElseGet(() -> form(together)));
        }
        members = List.copyOf(nextMembers);
        links = List.copyOf(nextLinks);
        groups = next;
        for (GroupMember member : members) {
            member.ownsDevice =
                    members.stream().noneMatch(other -> other != member && other.device.equals(member.device));
        }
        for (DeviceGroup group : groups) {
            group.members().forEach(member -> member.group = group);
            decide(group);
        }
    }

    private DeviceGroup form(List<GroupMember> together) {
        Device device = together.getFirst().device;
        boolean takeTurns =
                device.runsOneStepAtATime() && together.stream().allMatch(member -> member.device.equals(device));
        GroupShape shape = new GroupShape(
                together.stream().map(member -> member.id).toList(),
                together.stream().map(member -> member.maxRows).toList(),
                together.stream().map(member -> member.stepSizes).toList(),
                takeTurns);
        return new DeviceGroup(shape, together, firstPlans.apply(shape), clock.getAsLong());
    }
}
