package io.tokenrouter.engine.runtime;

import io.tokenrouter.engine.api.GenerationStats;
import io.tokenrouter.engine.subserver.Seat;
import org.jspecify.annotations.Nullable;

/** The figures of one generation while it runs. Written by the thread at which it is; the two counts for snapshots by any. */
final class Tally {

    private static final long NEVER = -1;

    private final Target target;
    private final int promptTokens;
    private final long submittedNanos;
    private final int[] written;
    private final int[] catchUp;
    private final Visits visits;
    private int discarded;
    private int aside;
    private int cachedPromptTokens;
    private int lastWriter = CommitSink.NOBODY;
    private long queuedNanos = NEVER;
    private long firstTokenNanos = NEVER;
    private volatile int completionTokens;
    private volatile int switches;

    Tally(Target target, int promptTokens, long submittedNanos) {
        this.target = target;
        this.promptTokens = promptTokens;
        this.submittedNanos = submittedNanos;
        this.written = new int[target.roles().size()];
        this.catchUp = new int[target.roles().size()];
        this.visits = new Visits(target);
    }

    long submittedNanos() {
        return submittedNanos;
    }

    boolean hasStarted() {
        return queuedNanos != NEVER;
    }

    void started(long nowNanos, int cachedPrompt) {
        queuedNanos = nowNanos - submittedNanos;
        cachedPromptTokens = cachedPrompt;
    }

    boolean hasToken() {
        return firstTokenNanos != NEVER;
    }

    void firstToken(long nowNanos) {
        firstTokenNanos = nowNanos - submittedNanos;
    }

    void committed(int writer) {
        completionTokens = completionTokens() + 1;
        if (writer == CommitSink.NOBODY) {
            return;
        }
        written[writer]++;
        if (lastWriter != CommitSink.NOBODY && lastWriter != writer) {
            switches = switches() + 1;
        }
        lastWriter = writer;
    }

    void caughtUp(int role, int tokens) {
        catchUp[role] += tokens;
    }

    /** The generation has its seats; null where it has none. */
    void seated(@Nullable Seat[] seats) {
        visits.seated(seats);
    }

    /** A role runs ids; {@code kept} is {@link Seat#keptOnArrival}. */
    void visited(int role, int kept) {
        visits.visited(role, kept);
    }

    /** A role ran ids that it had run before. */
    void recomputed(int role, int tokens) {
        visits.recomputed(role, tokens);
    }

    /** Proposals that can no longer be taken. */
    void discarded(Attempts attempts) {
        for (int role = 0; role < written.length; role++) {
            int tokens = attempts.takeDiscarded(role);
            discarded += tokens;
            target.models().get(role).counters().discarded(tokens);
        }
    }

    /** A role read ids that are no part of the answer. */
    void aside(int role, int tokens) {
        aside += tokens;
        target.models().get(role).counters().aside(tokens);
    }

    int promptTokens() {
        return promptTokens;
    }

    int completionTokens() {
        return completionTokens;
    }

    int switches() {
        return switches;
    }

    long ageNanos(long nowNanos) {
        return nowNanos - submittedNanos;
    }

    GenerationStats stats(long nowNanos) {
        return new GenerationStats(
                promptTokens,
                cachedPromptTokens,
                target.byModel(written),
                switches,
                target.byModel(catchUp),
                discarded,
                aside,
                visits.keptCaches(nowNanos),
                Math.max(0, queuedNanos),
                Math.max(0, firstTokenNanos),
                nowNanos - submittedNanos);
    }
}
