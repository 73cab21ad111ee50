package io.tokenrouter.engine.subserver;

/** The thread of a subserver's loop. It decides upon its group before it sleeps or runs, so whoever works on it need not. */
final class SubserverThread extends Thread {

    private final GroupMember member;

    SubserverThread(GroupMember member, Runnable loop) {
        super(loop, "subserver-" + member.id);
        this.member = member;
        setDaemon(true);
    }

    GroupMember member() {
        return member;
    }
}
