package io.tokenrouter.engine.subserver;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/** Subservers whose steps a batching policy may see: those that share a device, or generations. Safe from any thread. */
public final class DeviceGroup {

    private final List<Subserver> members = new CopyOnWriteArrayList<>();

    void join(Subserver member) {
        members.add(member);
    }

    void leave(Subserver member) {
        members.remove(member);
    }

    /** Members other than {@code self} that run a step or hand out its answers. */
    int othersInStep(Subserver self) {
        int count = 0;
        for (Subserver member : members) {
            count += member != self && member.isInStep() ? 1 : 0;
        }
        return count;
    }

    /** Members that hold rows back decide again. */
    void stepEnded(Subserver ended) {
        for (Subserver member : members) {
            if (member != ended) {
                member.reconsider();
            }
        }
    }
}
