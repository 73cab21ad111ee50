package io.tokenrouter.engine.subserver;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Cuts the models of an engine into groups: models that share a device, or between which requests go, are in the same one. */
final class Partition {

    private final List<GroupMember> members;
    private final List<Link> links;

    /**
     * @param links in no order; those that name a model that is not there do not count
     */
    Partition(List<GroupMember> members, List<Link> links) {
        this.members = members;
        this.links = links;
    }

    /** Requests go from a small model to a large one and back. */
    record Link(String smallId, String largeId) {}

    /** The groups; in each a small model comes before the large ones it is linked to, else the first that joined. */
    List<List<GroupMember>> groups() {
        List<List<GroupMember>> groups = new ArrayList<>();
        for (GroupMember member : members) {
            List<GroupMember> merged = new ArrayList<>();
            groups.removeIf(group -> {
                boolean belongs = group.stream().anyMatch(other -> belongTogether(other, member));
                if (belongs) {
                    merged.addAll(group);
                }
                return belongs;
            });
            merged.add(member);
            groups.add(merged);
        }
        Map<GroupMember, Integer> ranks = ranks();
        for (List<GroupMember> group : groups) {
            group.sort(Comparator.<GroupMember>comparingInt(ranks::get).thenComparing(members::indexOf));
        }
        return groups;
    }

    private boolean belongTogether(GroupMember a, GroupMember b) {
        return a.device.equals(b.device) || isLinked(a, b) || isLinked(b, a);
    }

    private boolean isLinked(GroupMember small, GroupMember large) {
        return links.contains(new Link(small.id, large.id));
    }

    /** How many models are smaller, along the longest chain of links; pairs that contradict each other end it. */
    private Map<GroupMember, Integer> ranks() {
        Map<GroupMember, Integer> ranks = new HashMap<>();
        members.forEach(member -> ranks.put(member, 0));
        for (int round = 1; round < members.size(); round++) {
            for (GroupMember small : members) {
                for (GroupMember large : members) {
                    if (isLinked(small, large) && ranks.get(small) < round) {
                        ranks.merge(large, ranks.get(small) + 1, Math::max);
                    }
                }
            }
        }
        return ranks;
    }
}
