package io.tokenrouter.app.requests;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The way of a generation between its models.
 *
 * @param small id of the pair's small model; null where a single model answers
 * @param large id of the pair's large model; null where a single model answers
 * @param hops in their order
 * @param omittedHops how many are left out in the middle of {@code hops}
 */
public record Route(@Nullable String small, @Nullable String large, Tape tape, List<Hop> hops, int omittedHops) {

    public Route {
        hops = List.copyOf(hops);
    }
}
