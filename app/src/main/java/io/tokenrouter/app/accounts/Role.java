package io.tokenrouter.app.accounts;

import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;

/** What an account may do; each role may do what those before it may. */
public enum Role {
    /** Looks. */
    VIEWER,
    /** Changes how models serve, and ends what runs. */
    OPERATOR,
    /** Decides about people, keys and how long records are kept. */
    ADMIN;

    /** Whether this role may do what another one is enough for. */
    public boolean includes(Role least) {
        return compareTo(least) >= 0;
    }

    /** As the database, the API and the audit trail write it. */
    public String word() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** Empty for a word that is no role. */
    public static Optional<Role> ofWord(String word) {
        return Arrays.stream(values()).filter(role -> role.word().equals(word)).findFirst();
    }
}
