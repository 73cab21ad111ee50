package io.tokenrouter.app.security;

import io.tokenrouter.app.accounts.Role;
import org.jspecify.annotations.Nullable;

/** What an address asks of whoever requests it. */
enum Access {
    ANYONE(null),
    /** Also those who must change their password first. */
    SIGNED_IN(Role.VIEWER),
    VIEWER(Role.VIEWER),
    OPERATOR(Role.OPERATOR),
    ADMIN(Role.ADMIN);

    private final @Nullable Role least;

    Access(@Nullable Role least) {
        this.least = least;
    }

    /** The least role; null where no sign-in is needed. */
    @Nullable
    Role least() {
        return least;
    }
}
