package io.tokenrouter.engine.subserver;

import io.tokenrouter.engine.throughput.DeviceMode;
import io.tokenrouter.engine.throughput.GroupState;
import io.tokenrouter.engine.throughput.StartRule;
import java.util.Arrays;
import java.util.List;

/**
 * Models whose steps are decided upon together, and the plan that they follow. A decision is a function of the members' figures,
 * the time and the plan; there is no clock and no thread in it. Guarded by the lock of the {@link StepScheduler}.
 *
 * <p>The plan's rule decides. Beyond it, a model is out of its sight while the device on which the model takes turns is busy, or is
 * due to another model that has waited past its guard: in a group that is spread over several devices the rule knows nothing of
 * turns.
 */
final class DeviceGroup implements GroupState {

    private final GroupShape shape;
    private final GroupMember[] members;
    private GroupPlan plan;
    private StartRule rule;
    private long nowNanos;

    /**
     * @param members in the order of the shape
     * @throws IllegalArgumentException if the plan does not fit
     */
    DeviceGroup(GroupShape shape, List<GroupMember> members, GroupPlan plan, long nowNanos) {
        this.shape = shape;
        this.members = members.toArray(GroupMember[]::new);
        this.nowNanos = nowNanos;
        replacePlan(plan);
    }

    GroupShape shape() {
        return shape;
    }

    GroupPlan plan() {
        return plan;
    }

    List<GroupMember> members() {
        return Arrays.asList(members);
    }

    /**
     * From the next decision on.
     *
     * @throws IllegalArgumentException if the plan does not fit; the old one stays
     */
    void follow(GroupPlan next, long now) {
        // what has passed until now did so under the old plan
        pass(now);
        replacePlan(next);
    }

    private void replacePlan(GroupPlan next) {
        if (next.models().size() != members.length) {
            throw new IllegalArgumentException(
                    "a plan for " + next.models().size() + " models does not fit the group " + shape.models());
        }
        rule = next.rule();
        plan = next;
    }

    /**
     * Grants every step that is to begin at this instant, at which everything that ended or arrived has been counted.
     *
     * @return when to decide again even if nothing ends or arrives; {@link Long#MAX_VALUE} if that would change nothing
     */
    long decide(long now) {
        pass(now);
        int chosen;
        while ((chosen = rule.next(this)) != StartRule.NONE) {
            grant(chosen);
        }
        for (int m = 0; m < members.length; m++) {
            members[m].isHeld = members[m].isReady() && !isBlocked(m);
        }
        long nanos = rule.nanosToNextDecision(this);
        return nanos == StartRule.NEVER ? Long.MAX_VALUE : now + nanos;
    }

    /** The step that was granted has these rows and takes so many ids beyond one for each. */
    void began(GroupMember member, int rows, int extraTokens, long now) {
        pass(now);
        member.inStep = rows;
        member.transitions.began();
        predict(member, plan.models().get(indexOf(member)).nanosPerCatchUpToken() * extraTokens);
    }

    /**
     * Where the generations of one model go, in the mean of all of them, if they may go to some of the others only.
     *
     * @return for each of these the share of the visits that are followed by one there
     */
    double[] pooledShares(GroupMember from, List<GroupMember> others) {
        int[] places = others.stream().mapToInt(this::indexOf).toArray();
        int here = indexOf(from);
        double all = plan.routing().probability(here, here);
        for (int place : places) {
            all += plan.routing().probability(here, place);
        }
        double sum = all;
        return Arrays.stream(places)
                .mapToDouble(place -> sum == 0 ? 0 : plan.routing().probability(here, place) / sum)
                .toArray();
    }

    /** Brings what depends on time up to now. */
    void pass(long now) {
        double nanos = now - nowNanos;
        if (plan.device() instanceof DeviceMode.Overlapping overlapping && inStep() > 1) {
            nanos /= overlapping.slowdown();
        }
        for (GroupMember member : members) {
            member.elapsedNanos += nanos;
            member.heldNanos += member.isHeld ? now - nowNanos : 0;
        }
        nowNanos = now;
    }

    private void grant(int m) {
        GroupMember member = members[m];
        int most = Math.min(member.waiting(), member.maxRows);
        int rows = plan.trims().get(m).rows(most);
        // A whole line may take in who comes before the step is composed.
        member.grant(rows, rows < most ? rows : member.maxRows, nowNanos);
        predict(member, 0);
        for (GroupMember other : members) {
            if (other != member && other.inStep > 0 && other.device.equals(member.device)) {
                other.overlapped = true;
                member.overlapped = true;
            }
        }
    }

    private void predict(GroupMember member, double extraNanos) {
        member.predictedNanos =
                Math.round(plan.models().get(indexOf(member)).stepTime().nanos(member.inStep) + extraNanos);
    }

    private int indexOf(GroupMember member) {
        for (int m = 0; m < members.length; m++) {
            if (members[m] == member) {
                return m;
            }
        }
        throw new IllegalArgumentException(member.id + " is not in the group " + shape.models());
    }

    private int inStep() {
        int count = 0;
        for (GroupMember member : members) {
            count += member.inStep > 0 ? 1 : 0;
        }
        return count;
    }

    private boolean isBlocked(int m) {
        return plan.device() instanceof DeviceMode.OneStepAtATime ? inStep() > 0 : isDeviceBusy(m);
    }

    private boolean isDeviceBusy(int m) {
        GroupMember member = members[m];
        for (GroupMember other : members) {
            if (other != member && takesTurnsWith(other, member) && (other.inStep > 0 || goesBefore(other, member))) {
                return true;
            }
        }
        return false;
    }

    private static boolean takesTurnsWith(GroupMember other, GroupMember member) {
        return member.device.runsOneStepAtATime() && member.device.equals(other.device);
    }

    private boolean goesBefore(GroupMember other, GroupMember member) {
        return other.waiting() > 0
                && nowNanos - other.oldestNanos() >= plan.guardNanos().get(indexOf(other))
                && other.oldestNanos() < member.oldestNanos();
    }

    @Override
    public int waiting(int model) {
        return isDeviceBusy(model) ? 0 : members[model].waiting();
    }

    @Override
    public int inStep(int model) {
        return members[model].inStep;
    }

    @Override
    public int elsewhere(int model) {
        return Math.max(0, members[model].seats - members[model].waiting());
    }

    @Override
    public long elapsedNanos(int model) {
        return (long) members[model].elapsedNanos;
    }

    @Override
    public long predictedNanos(int model) {
        return members[model].predictedNanos;
    }

    @Override
    public long heldNanos(int model) {
        return nowNanos - members[model].heldFromNanos;
    }

    @Override
    public long oldestWaitNanos(int model) {
        return nowNanos - members[model].oldestNanos();
    }

    @Override
    public double expectedArrivals(int from, int to) {
        return members[from].transitions.expectedAt(members[to]);
    }
}
