package io.tokenrouter.app.requests;

import java.time.Instant;
import java.util.Set;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * Which generations are looked for; null for all.
 *
 * @param target pair or model
 * @param caller id of a key, {@code anonymous} or {@code console}
 * @param outcomes how those ended that are looked for; empty for all
 * @param text what the caller's id begins with, or the whole id of the record
 * @param before where the page begins; null for the newest
 * @param most of those that ended, 1 to {@value #MOST}
 */
public record RequestQuery(
        @Nullable String target,
        @Nullable String caller,
        Set<String> outcomes,
        @Nullable String text,
        @Nullable Cursor before,
        int most) {

    /** Most of a page. */
    public static final int MOST = 200;

    public RequestQuery {
        outcomes = Set.copyOf(outcomes);
        if (most < 1 || most > MOST) {
            throw new IllegalArgumentException("most must be from 1 to " + MOST + ", not " + most);
        }
    }

    /** The last of a page. Those after it ended before it, or at the same time with a smaller id. */
    public record Cursor(Instant finishedAt, UUID id) {

        boolean isAfter(RequestEntry ended) {
            int order = finishedAt.compareTo(ended.endedAt());
            return order > 0
                    || (order == 0 && id.toString().compareTo(ended.id().toString()) > 0);
        }
    }

    boolean fits(RequestEntry entry) {
        return (target == null || target.equals(entry.target()))
                && (caller == null || caller.equals(entry.caller()))
                && (text == null
                        || entry.requestId().startsWith(text)
                        || entry.id().toString().equals(text));
    }

    boolean fitsEnded(RequestEntry ended) {
        return fits(ended)
                && (outcomes.isEmpty() || outcomes.contains(ended.state()))
                && (before == null || before.isAfter(ended));
    }
}
