package io.tokenrouter.app.accounts;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * Which entries are wanted; null for no limit.
 *
 * @param text somewhere in subject, action, reason, or what was before and after; upper and lower case are the same
 * @param topic first part of the action
 * @param until not included
 * @param before id that the entries' are below: where the page before ended
 * @param most of them, the newest
 */
public record AuditQuery(
        @Nullable String text,
        @Nullable String actor,
        @Nullable String topic,
        @Nullable Instant from,
        @Nullable Instant until,
        @Nullable Long before,
        int most) {

    public static final int MOST = 1_000;

    public AuditQuery {
        if (most < 1 || most > MOST) {
            throw new IllegalArgumentException("most must be from 1 to " + MOST);
        }
    }
}
