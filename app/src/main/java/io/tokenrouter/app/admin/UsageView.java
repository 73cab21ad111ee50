package io.tokenrouter.app.admin;

import io.tokenrouter.app.keys.ApiKey;
import io.tokenrouter.app.persistence.Usage;
import java.time.LocalDate;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A row of usage as the admin API tells it.
 *
 * @param caller id of a key, {@code anonymous} or {@code console}
 * @param keyName null where the caller is no key
 */
record UsageView(
        LocalDate day,
        String caller,
        @Nullable String keyName,
        String target,
        long requests,
        long promptTokens,
        long completionTokens,
        Map<String, Long> completionTokensByModel) {

    static UsageView of(Usage usage, @Nullable ApiKey key) {
        return new UsageView(
                usage.day(),
                usage.caller(),
                key == null ? null : key.settings().name(),
                usage.target(),
                usage.requests(),
                usage.promptTokens(),
                usage.totalCompletionTokens(),
                usage.completionTokens());
    }
}
