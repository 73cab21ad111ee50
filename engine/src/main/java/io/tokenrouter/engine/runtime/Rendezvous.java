package io.tokenrouter.engine.runtime;

import io.tokenrouter.engine.subserver.Seat;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Where the models meet that are asked at the same time for rows of one token. Each part is on its way at its own model; the thread that
 * brings the last one home has the whole generation from then on, and sees what all others did. Nobody waits, and nothing is locked.
 */
final class Rendezvous {

    private final Supplier<Turn> turns;
    private final FedIds fed;
    private final @Nullable FusionPart[] parts;
    private final List<FusionPart> asked = new ArrayList<>();
    private final AtomicInteger out = new AtomicInteger();
    private @Nullable Seat[] seats = {};

    /**
     * @param roleCount of the target
     * @param turns makes one for a part
     */
    Rendezvous(int roleCount, Supplier<Turn> turns, FedIds fed) {
        this.turns = turns;
        this.fed = fed;
        this.parts = new FusionPart[roleCount];
    }

    /** The part of a role, which is asked anew. Before any of them is on its way. */
    FusionPart add(int role) {
        FusionPart known = parts[role];
        FusionPart part = known == null ? new FusionPart(role, turns.get(), fed) : known;
        parts[role] = part;
        asked.add(part);
        out.set(asked.size());
        return part;
    }

    /** Whether parts are out, or just came home. */
    boolean isOpen() {
        return !asked.isEmpty();
    }

    /** The generation is in one place again, or was never sent. */
    void close() {
        asked.clear();
    }

    /** Indexes of the roles in the order in which they were asked. */
    int[] roles() {
        return asked.stream().mapToInt(FusionPart::role).toArray();
    }

    /** Parts in the same order. */
    List<FusionPart> asked() {
        return asked;
    }

    /** Whether the role has a part. */
    boolean asks(int role) {
        return asked.stream().anyMatch(part -> part.role() == role);
    }

    /** Puts what is asked to the seats of the roles, before any of them is entered. */
    void ask(@Nullable Seat[] all, WarmRoles warmth) {
        seats = all;
        for (FusionPart part : asked) {
            warmth.asked(part.role(), part.turn().showsEverything());
        }
        warmth.prepare(Set.of(), asked.getFirst().role(), all);
        for (FusionPart part : asked) {
            part.turn().put(all[part.role()]);
        }
    }

    /** The part that is out at a seat. */
    FusionPart at(Seat seat) {
        for (int i = 0; i < asked.size(); i++) {
            if (seats[asked.get(i).role()] == seat) {
                return asked.get(i);
            }
        }
        throw new IllegalStateException("no row is asked for at " + seat.home().id());
    }

    /** One more part is home; the caller touches nothing of the generation any more unless it was the last. */
    boolean isLastHome() {
        return out.decrementAndGet() == 0;
    }

    /**
     * A part whose model could not run it: one that ends the request if there is such a one, else the first in the order of the hop; null
     * if there is none.
     */
    @Nullable
    FusionPart failed() {
        FusionPart first = null;
        for (FusionPart part : asked) {
            Throwable failure = part.failure();
            if (failure != null && !Failures.mayBeDoneWithout(failure)) {
                return part;
            }
            first = first == null && failure != null ? part : first;
        }
        return first;
    }

    /** Why the books of some part are broken; null as a rule. */
    @Nullable
    Throwable broken() {
        return asked.stream()
                .map(FusionPart::broken)
                .filter(cause -> cause != null)
                .findFirst()
                .orElse(null);
    }

    /** Steps of all parts in the order in which they began. They may overlap. */
    List<FusionPart.Ran> steps() {
        return asked.stream()
                .flatMap(part -> part.steps().stream())
                .sorted(Comparator.comparingLong(ran -> ran.step().startedNanos()))
                .toList();
    }
}
