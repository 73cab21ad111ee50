package io.tokenrouter.app.keys;

import java.util.List;
import java.util.Optional;

/** Reads {@code Authorization: Bearer TOKEN}. */
final class BearerToken {

    private static final String SCHEME = "bearer ";

    private BearerToken() {}

    /**
     * @param authorization values of all such headers
     * @return empty for another scheme, for no header, and for several: nobody could say which one counts
     */
    static Optional<String> of(List<String> authorization) {
        if (authorization.size() != 1) {
            return Optional.empty();
        }
        String value = authorization.getFirst();
        return value.regionMatches(true, 0, SCHEME, 0, SCHEME.length())
                ? Optional.of(value.substring(SCHEME.length()).strip())
                : Optional.empty();
    }
}
