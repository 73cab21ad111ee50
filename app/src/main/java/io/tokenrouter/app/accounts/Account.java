package io.tokenrouter.app.accounts;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * Somebody who may sign in.
 *
 * @param name lower case
 * @param mustChangePassword somebody else knows the password; nothing is allowed before it is changed
 * @param version rises with every change of role, state or password
 * @param lastSignInAt null before the first
 */
public record Account(
        String name,
        Role role,
        boolean disabled,
        boolean mustChangePassword,
        long version,
        Instant createdAt,
        @Nullable Instant lastSignInAt) {}
