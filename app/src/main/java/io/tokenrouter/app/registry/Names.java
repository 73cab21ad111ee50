package io.tokenrouter.app.registry;

import io.tokenrouter.app.persistence.Origin;
import java.util.Set;
import java.util.regex.Pattern;

/** What models and pairs may be called; the database holds the same rule. */
final class Names {

    private static final Pattern ALLOWED = Pattern.compile("[A-Za-z0-9][A-Za-z0-9._-]{0,63}");

    /** Addresses below the admin API's models and pairs that are no ids. */
    private static final Set<String> ADDRESSES = Set.of("files", "inspect", "candidates", "fit");

    private Names() {}

    static void check(String field, String name) {
        if (!ALLOWED.matcher(name).matches()) {
            throw RegistryRefusal.invalid(
                    field,
                    field + " must be 1 to 64 letters, digits, dots, dashes and underscores, and begin with a letter or"
                            + " digit.");
        }
    }

    static void requireFree(String id, RegistryState state) {
        if (Plan.isReserved(id)) {
            throw RegistryRefusal.invalid("id", "'" + id + "' belongs to the demo pair; choose another.");
        }
        if (ADDRESSES.contains(id)) {
            throw RegistryRefusal.invalid("id", "'" + id + "' is a word of the admin API; choose another.");
        }
        if (state.knows(id)) {
            String what = state.models().containsKey(id) ? "a model" : "a pair";
            throw RegistryRefusal.invalid("id", "'" + id + "' is taken by " + what + ".");
        }
    }

    /** What every start brings back cannot be forgotten. */
    static void requireOwn(String id, Origin origin) {
        if (origin == Origin.DEMO) {
            throw RegistryRefusal.conflict("'" + id
                    + "' comes with the server. Unload it, or start the server with --no-demo to leave it out.");
        }
    }
}
