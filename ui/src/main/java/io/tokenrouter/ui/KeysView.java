package io.tokenrouter.ui;

import java.time.Instant;
import java.util.List;

/**
 * The API's keys at one moment.
 *
 * @param required whether the API asks for a key
 * @param mayBeOpen whether it may do without: only where no other machine can reach the server
 * @param version of {@code required}
 * @param keys in the order in which they were made, revoked ones included
 * @param usageKnown false while the database does not answer
 * @param usage of the last seven days (UTC), the newest first; empty where it is not known
 * @param at this moment
 */
public record KeysView(
        boolean required,
        boolean mayBeOpen,
        long version,
        List<KeyView> keys,
        boolean usageKnown,
        List<UsageView> usage,
        Instant at) {

    public KeysView {
        keys = List.copyOf(keys);
        usage = List.copyOf(usage);
    }
}
