package io.tokenrouter.app.accounts;

import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Every change that somebody makes, kept for good. Safe from any thread; blocks. Inside a transaction an entry is part of it:
 * what cannot be recorded is not done, and what is not done is not recorded.
 */
public interface AuditTrail {

    /** Characters that a reason may have. */
    int LONGEST_REASON = 500;

    /** What changes can be about. */
    List<String> TOPICS = List.of(
            "account",
            "api-access",
            "batching",
            "calibration",
            "key",
            "model",
            "pair",
            "policy",
            "request",
            "session",
            "signals",
            "throughput");

    /**
     * Adds an entry.
     *
     * @param action one of {@link #TOPICS} and a verb in lower case, such as {@code policy.roll-back}
     * @param subject what was changed: the id of a pair, the name of a policy, ...
     * @param before what was there, by name; null for what is new. Values are what JSON has, or records of it. Secrets are left
     *     out by the caller; those that can be told by their name are masked
     * @param after the same as it is now; null for what is gone
     * @param reason that was given; null or blank for none
     * @throws IllegalArgumentException if before or after is larger than an entry may be, or the topic is none
     * @throws org.springframework.dao.DataAccessException if the database does not answer
     */
    void record(
            Actor actor,
            String action,
            String subject,
            @Nullable Map<String, ?> before,
            @Nullable Map<String, ?> after,
            @Nullable String reason);
}
