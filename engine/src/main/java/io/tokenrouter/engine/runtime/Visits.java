package io.tokenrouter.engine.runtime;

import io.tokenrouter.engine.api.KeptCaches;
import io.tokenrouter.engine.subserver.Seat;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A generation's visits at its models, and what their caches held for it. Used by the thread at which it is. */
final class Visits {

    private static final double NANOS_PER_SECOND = 1e9;

    private final Target target;
    private final boolean[] known;
    private final int[] saved;
    private final int[] recomputed;
    private @Nullable Seat[] seats = {};
    private int returns;

    Visits(Target target) {
        this.target = target;
        int roles = target.roles().size();
        this.known = new boolean[roles];
        this.saved = new int[roles];
        this.recomputed = new int[roles];
    }

    /** Null where there is none. */
    void seated(@Nullable Seat[] taken) {
        seats = taken;
    }

    /** A role runs ids; if they are the first of a visit, {@code kept} were resident before them, else it is negative. */
    void visited(int role, int kept) {
        if (kept < 0) {
            return;
        }
        if (known[role]) {
            returns++;
            saved[role] += kept;
            target.models().get(role).counters().returned(kept);
        }
        known[role] = true;
    }

    void recomputed(int role, int tokens) {
        if (tokens > 0) {
            recomputed[role] += tokens;
            target.models().get(role).counters().recomputed(tokens);
        }
    }

    KeptCaches keptCaches(long nowNanos) {
        Map<String, Double> held = new LinkedHashMap<>();
        for (int role = 0; role < seats.length; role++) {
            Seat seat = seats[role];
            held.put(target.modelId(role), seat == null ? 0 : seat.keptBlockNanos(nowNanos) / NANOS_PER_SECOND);
        }
        return new KeptCaches(returns, target.byModel(saved), target.byModel(recomputed), held);
    }
}
