package io.tokenrouter.ui;

import java.util.Locale;

/**
 * Whoever looks at a page.
 *
 * @param role in words
 * @param mayOperate whether changes of how models serve are allowed
 * @param mayAdminister whether people and keys may be changed
 * @param pageToken goes with each change as {@code X-CSRF-TOKEN}, or in a form as {@code _csrf}
 */
public record ConsoleUser(String name, String role, boolean mayOperate, boolean mayAdminister, String pageToken) {

    /** What stands in the place of a face. */
    public String initial() {
        return name.substring(0, 1).toUpperCase(Locale.ROOT);
    }
}
