package io.tokenrouter.app.accounts;

import org.springframework.security.core.AuthenticatedPrincipal;

/**
 * Whoever a session belongs to, as known when it was looked up last.
 *
 * @param mustChangePassword nothing else is allowed before
 */
public record SignedIn(String name, Role role, boolean mustChangePassword) implements AuthenticatedPrincipal {

    @Override
    public String getName() {
        return name;
    }
}
