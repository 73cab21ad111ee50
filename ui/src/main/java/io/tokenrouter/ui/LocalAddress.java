package io.tokenrouter.ui;

import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Where somebody wanted to go before signing in. The address comes with the request, so whoever made the link chose it: only pages
 * of this server count.
 */
final class LocalAddress {

    private static final int LONGEST = 1024;

    /** A path, and nothing that a browser could take for the name of another server. */
    private static final Pattern PATH = Pattern.compile("/(?![/\\\\])[A-Za-z0-9/_.~%?=&,;:@+!$'()*-]*");

    private LocalAddress() {}

    /** The address itself, or {@code /} where it is none of ours or would lead back here. */
    static String orHome(@Nullable String wanted) {
        return wanted != null
                        && wanted.length() <= LONGEST
                        && PATH.matcher(wanted).matches()
                        && !wanted.startsWith("/sign-")
                        && !wanted.startsWith("/change-password")
                ? wanted
                : "/";
    }
}
