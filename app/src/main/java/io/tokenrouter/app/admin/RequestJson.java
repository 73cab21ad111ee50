package io.tokenrouter.app.admin;

import io.tokenrouter.app.keys.ApiKey;
import io.tokenrouter.app.keys.KeyService;
import io.tokenrouter.app.requests.RequestEntry;
import io.tokenrouter.app.requests.Tape;
import java.time.Instant;
import java.util.Map;
import java.util.UUID;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * A generation as the admin API tells it: {@link RequestEntry} says what each field is.
 *
 * @param keyName null where the caller is no key, or one that is not known any more
 * @param largeShare of the tokens, 0 to 1; null without a large model or a token
 */
record RequestJson(
        UUID id,
        String requestId,
        String model,
        @Nullable String small,
        @Nullable String large,
        @Nullable String caller,
        @Nullable String keyName,
        @Nullable String policy,
        @Nullable Integer policyVersion,
        String state,
        @Nullable String at,
        @Nullable String errorKind,
        int promptTokens,
        int cachedTokens,
        int tokens,
        Map<String, Integer> completionTokens,
        @Nullable Double largeShare,
        Map<String, Integer> catchUpTokens,
        int discardedTokens,
        int switches,
        Instant startedAt,
        @Nullable Instant finishedAt,
        @Nullable Double queuedSeconds,
        @Nullable Double firstTokenSeconds,
        @Nullable Double betweenTokensSeconds,
        double totalSeconds,
        @Nullable Tape tape) {

    /** @param keyNames by id */
    static RequestJson of(RequestEntry entry, Map<String, String> keyNames) {
        return new RequestJson(
                entry.id(),
                entry.requestId(),
                entry.target(),
                entry.small(),
                entry.large(),
                entry.caller(),
                entry.caller() == null ? null : keyNames.get(entry.caller()),
                entry.policyName(),
                entry.policyVersion(),
                entry.state(),
                entry.at(),
                entry.errorKind(),
                entry.promptTokens(),
                entry.cachedTokens(),
                entry.tokens(),
                entry.completionTokens(),
                entry.largeShare(),
                entry.catchUpTokens(),
                entry.discardedTokens(),
                entry.switches(),
                entry.startedAt(),
                entry.finishedAt(),
                entry.queuedSeconds(),
                entry.firstTokenSeconds(),
                entry.betweenTokensSeconds(),
                entry.totalSeconds(),
                entry.tape());
    }

    /** By id, of all keys that are known. From memory. */
    static Map<String, String> keyNames(KeyService keys) {
        Function<ApiKey, String> id = key -> key.id().toString();
        return keys.all().stream()
                .collect(Collectors.toMap(id, key -> key.settings().name()));
    }
}
