package io.tokenrouter.ui;

import java.util.Collections;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * A routing policy as operators see it.
 *
 * @param name of a registered policy, or of a built-in algorithm; what a request sends as {@code routing.policy}
 * @param version counts the changes of a registered policy from 1; 0 for a built-in
 * @param algorithm the algorithm it configures, for example {@code uncertainty}
 * @param options every option with its value, defaults filled in; kept sorted by name
 * @param thresholdOption the option that {@code routing.threshold} sets, for example {@code enter}; null if there is none
 */
public record PolicyView(
        String name,
        int version,
        String algorithm,
        Map<String, Object> options,
        @Nullable String thresholdOption) {

    public PolicyView {
        options = Collections.unmodifiableMap(new TreeMap<>(options));
    }
}
