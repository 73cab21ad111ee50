package io.tokenrouter.app.admin;

import io.tokenrouter.engine.text.Characters;
import java.util.Collection;
import java.util.List;

/** The names of what an address can ask for. */
final class ParameterNames {

    private ParameterNames() {}

    /** @throws Problem 400 for the first that is unknown: a misspelt one must not be answered as if it had been left out */
    static void check(Collection<String> given, List<String> known) {
        for (String name : given) {
            if (!known.contains(name)) {
                String shown = Characters.shortened(name, Problem.MOST_SHOWN);
                throw Problem.invalid(shown, shown + " is unknown; parameters are " + String.join(", ", known));
            }
        }
    }
}
