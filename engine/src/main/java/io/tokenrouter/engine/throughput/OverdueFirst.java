package io.tokenrouter.engine.throughput;

/**
 * What holds under every rule: nothing begins while the device is taken, and of those who have waited past their guards there the one
 * who has waited longest goes first. With steps for all who wait, each other model goes before an overdue request once at most: what
 * comes to it afterwards has waited less.
 */
record OverdueFirst(Group group, StartRule rule) implements StartRule {

    @Override
    public int next(GroupState state) {
        if (group.isBlocked(state)) {
            return NONE;
        }
        int overdue = group.longestOverdue(state);
        return overdue == NONE ? rule.next(state) : overdue;
    }

    @Override
    public long nanosToNextDecision(GroupState state) {
        return group.isBlocked(state) ? NEVER : rule.nanosToNextDecision(state);
    }
}
