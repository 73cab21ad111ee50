package io.tokenrouter.app.requests;

import io.tokenrouter.app.persistence.GenerationObserver.Begun;
import io.tokenrouter.app.persistence.GenerationObserver.Followed;
import io.tokenrouter.app.persistence.GenerationRecord;
import io.tokenrouter.app.serving.ServedPair;
import io.tokenrouter.engine.api.GenerationHandle;
import io.tokenrouter.engine.api.GenerationStep;
import io.tokenrouter.engine.api.TokenEvent;
import io.tokenrouter.engine.metrics.EngineSnapshot;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A generation that runs. The engine's threads tell it what happens, any thread may look. */
final class FollowedRequest implements Followed {

    private static final double MILLIS_PER_SECOND = 1e3;

    private final Begun begun;
    private final @Nullable String small;
    private final @Nullable String large;
    private final RequestBook book;
    private final HopLog hops = new HopLog();
    private final TapeLog tape = new TapeLog();
    private final Map<String, Integer> written = new LinkedHashMap<>();
    private final Map<String, Integer> caughtUp = new LinkedHashMap<>();
    private int discarded;
    private int switches;
    private @Nullable String lastWriter;
    private @Nullable Double queued;
    private @Nullable Double firstToken;
    private @Nullable Double lastStep;
    private @Nullable GenerationHandle handle;
    private boolean cancelled;

    /** @param pair that was asked; null for a single model */
    FollowedRequest(Begun begun, @Nullable ServedPair pair, RequestBook book) {
        this.begun = begun;
        this.small = pair == null ? null : pair.smallId();
        this.large = pair == null ? null : pair.largeId();
        this.book = book;
    }

    Begun begun() {
        return begun;
    }

    @Override
    public void admitted(GenerationHandle taken) {
        boolean late;
        synchronized (this) {
            handle = taken;
            late = cancelled;
        }
        if (late) {
            taken.cancel();
        }
    }

    @Override
    public void refused() {
        book.refused(this);
    }

    @Override
    public synchronized void stepped(GenerationStep step) {
        if (queued == null) {
            queued = step.startedNanos() / 1e9;
        }
        lastStep = Math.max(lastStep == null ? 0 : lastStep, step.endedNanos() / 1e9);
        hops.stepped(step);
        if (step.caughtUp() > 0) {
            caughtUp.merge(step.model(), step.caughtUp(), Integer::sum);
        }
    }

    @Override
    public synchronized void wrote(TokenEvent.Token token) {
        if (firstToken == null) {
            firstToken = lastStep;
        }
        hops.wrote(token);
        discarded += token.proposed() == null ? 0 : 1;
        String writer = token.writer();
        boolean byLarge = writer != null && writer.equals(large);
        tape.add(byLarge);
        if (large != null) {
            book.wrote(begun.request().target(), byLarge);
        }
        if (writer != null) {
            written.merge(writer, 1, Integer::sum);
            switches += lastWriter != null && !lastWriter.equals(writer) ? 1 : 0;
            lastWriter = writer;
        }
    }

    @Override
    public void ended(GenerationRecord record) {
        book.ended(this, record);
    }

    /** Asks for its end; from any thread. */
    void cancel() {
        GenerationHandle running;
        synchronized (this) {
            cancelled = true;
            running = handle;
        }
        if (running != null) {
            running.cancel();
        }
    }

    synchronized Route route() {
        return new Route(small, large, tape.tape(), hops.hops(), hops.omitted());
    }

    /** Milliseconds in which no step ran for it. */
    synchronized double waited() {
        return hops.waited();
    }

    /** Milliseconds from its submission to the end of its last step; 0 before the first. */
    synchronized double ranUntilMillis() {
        return lastStep == null ? 0 : lastStep * MILLIS_PER_SECOND;
    }

    /** @param place where the engine has it; null where it does not know it */
    synchronized RequestEntry entry(EngineSnapshot.@Nullable Request place, Instant now) {
        double age = Math.max(0, Duration.between(begun.at(), now).toMillis() / MILLIS_PER_SECOND);
        int tokens = written.values().stream().mapToInt(Integer::intValue).sum();
        boolean hasPlace = place != null && !place.at().isEmpty();
        return new RequestEntry(
                begun.id(),
                begun.request().id(),
                begun.request().target(),
                small,
                large,
                begun.caller().account(),
                begun.policyName(),
                begun.policyName() == null ? null : begun.policyVersion(),
                !hasPlace ? "queued" : place.inStep() ? "in_step" : "waiting",
                hasPlace ? place.at() : null,
                null,
                begun.request().promptIds().length,
                0,
                new LinkedHashMap<>(written),
                new LinkedHashMap<>(caughtUp),
                discarded,
                switches,
                begun.at(),
                null,
                queued,
                firstToken,
                lastStep == null ? null : RequestEntry.betweenTokens(tokens, firstToken, lastStep),
                age,
                tape.tape());
    }
}
