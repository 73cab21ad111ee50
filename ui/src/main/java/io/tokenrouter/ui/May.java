package io.tokenrouter.ui;

import java.util.Locale;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * What whoever looks at a page may do there: {@code may} in every template. Nobody may do nothing. A control that a role may not
 * use is left out or disabled, and the page says why in one sentence; the server refuses the action in any case.
 *
 * @param operate changes of how models serve
 * @param administer changes of people, keys and retention
 * @param who name and role of whoever looks, for the sentence; null for nobody
 */
record May(boolean operate, boolean administer, @Nullable String who) {

    static May of(Optional<ConsoleUser> user) {
        return user.map(one -> new May(
                        one.mayOperate(),
                        one.mayAdminister(),
                        one.name() + " is " + one.role().toLowerCase(Locale.ROOT)))
                .orElse(new May(false, false, null));
    }

    /** Why nothing can be changed on a page of operators; null where it can. */
    public @Nullable String notOperate() {
        return operate ? null : sentence("operators");
    }

    /** Likewise of administrators. */
    public @Nullable String notAdminister() {
        return administer ? null : sentence("administrators");
    }

    private String sentence(String whoMay) {
        return "Changed by " + whoMay + (who == null ? "." : "; " + who + ".");
    }
}
