package io.tokenrouter.engine.subserver;

import java.util.ArrayList;
import java.util.List;

/** A request of a {@link GroupSimulation}: where it goes, as the runtime keeps it, and once more as it is defined. */
final class SimulatedRequest {

    static final int ANYWHERE = -1;

    private final int only;
    private final List<GroupMember> members;
    private final List<RunningShares> onward = new ArrayList<>();

    /** [from][to] */
    private final double[][] shares;

    long readyNanos;
    int left;

    /**
     * @param only the one model that it visits, or {@link #ANYWHERE}
     * @param left tokens to go
     */
    SimulatedRequest(int only, int left, DeviceGroup group) {
        this.only = only;
        this.left = left;
        this.members = group.members();
        this.shares = new double[members.size()][members.size()];
        for (int from = 0; from < members.size(); from++) {
            GroupMember member = members.get(from);
            List<GroupMember> others = new ArrayList<>(only == ANYWHERE ? members : List.of());
            others.remove(member);
            onward.add(new RunningShares(
                    others.stream().map(member.transitions::to).toArray(Transition[]::new),
                    group.pooledShares(member, others)));
            for (int to = 0; to < members.size() && only == ANYWHERE; to++) {
                shares[from][to] = group.plan().routing().probability(from, to);
            }
        }
    }

    boolean goesAnywhere() {
        return only == ANYWHERE;
    }

    boolean visits(int model) {
        return only == ANYWHERE || only == model;
    }

    RunningShares onward(int from) {
        return onward.get(from);
    }

    /** Of its visits to a model, the recent ones counting most: the share after which it went to another one. */
    double share(int from, int to) {
        return shares[from][to];
    }

    void went(int from, int to) {
        onward.get(from).went(members.get(to));
        for (int other = 0; other < members.size() && only == ANYWHERE; other++) {
            shares[from][other] = 0.92 * shares[from][other] + (other == to ? 0.08 : 0);
        }
    }
}
