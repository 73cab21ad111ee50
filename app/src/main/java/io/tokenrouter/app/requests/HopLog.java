package io.tokenrouter.app.requests;

import io.tokenrouter.engine.api.GenerationStep;
import io.tokenrouter.engine.api.TokenEvent;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The hops of one generation. Of more than {@value #MOST} the first and the last ones are kept, so a long answer takes no more
 * memory than a short one. Used by one thread at a time.
 */
final class HopLog {

    /** Most hops that are kept. */
    static final int MOST = 200;

    private final List<HopBuilder> first = new ArrayList<>();
    private final Deque<HopBuilder> last = new ArrayDeque<>();
    private final Map<String, HopBuilder> newestAt = new HashMap<>();
    private @Nullable HopBuilder open;
    private int omitted;
    private int tokens;

    /** When all steps so far were done; those of several models that are asked at the same time overlap. */
    private long endedNanos;

    private long goneWaitedNanos;

    void stepped(GenerationStep step) {
        HopBuilder hop = open;
        if (hop == null || !hop.isAt(step.model())) {
            hop = new HopBuilder(step, tokens, Math.min(endedNanos, step.startedNanos()));
            open = hop;
            newestAt.put(step.model(), hop);
            keep(hop);
        }
        hop.add(step);
        endedNanos = Math.max(endedNanos, step.endedNanos());
    }

    /** A token belongs to its writer's newest hop, also where another model decided that it is taken. */
    void wrote(TokenEvent.Token token) {
        tokens++;
        HopBuilder writer = token.writer() == null ? null : newestAt.get(token.writer());
        if (writer != null) {
            writer.wrote();
        }
        TokenEvent.Proposed proposed = token.proposed();
        if (proposed == null) {
            return;
        }
        if (writer != null) {
            writer.replaced(token.entropy());
        }
        HopBuilder proposer = newestAt.get(proposed.writer());
        if (proposer != null) {
            proposer.untaken();
        }
    }

    int omitted() {
        return omitted;
    }

    /** In their order; those that are not kept would stand in the middle. */
    List<Hop> hops() {
        List<Hop> hops = new ArrayList<>(first.size() + last.size());
        first.forEach(hop -> hops.add(hop.hop()));
        last.forEach(hop -> hops.add(hop.hop()));
        return hops;
    }

    /** Milliseconds in which no step ran, of all hops. */
    double waited() {
        long nanos = goneWaitedNanos;
        for (HopBuilder hop : first) {
            nanos += hop.waitedNanos();
        }
        for (HopBuilder hop : last) {
            nanos += hop.waitedNanos();
        }
        return HopBuilder.millis(nanos);
    }

    private void keep(HopBuilder hop) {
        if (first.size() < MOST / 2) {
            first.add(hop);
            return;
        }
        if (last.size() == MOST / 2) {
            goneWaitedNanos += last.removeFirst().waitedNanos();
            omitted++;
        }
        last.addLast(hop);
    }
}
