package io.tokenrouter.engine.throughput;

/** What holds under every rule: nothing begins while the device is taken, and who has waited past the guard goes first. */
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
