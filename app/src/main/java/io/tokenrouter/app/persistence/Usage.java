package io.tokenrouter.app.persistence;

import java.time.LocalDate;
import java.util.Map;

/**
 * What one caller used of one pair or model on one day (UTC).
 *
 * @param caller id of a key, {@code anonymous} or {@code console}
 * @param completionTokens by the model that wrote them, by name; the end tokens included
 */
public record Usage(
        LocalDate day,
        String caller,
        String target,
        long requests,
        long promptTokens,
        Map<String, Long> completionTokens) {

    /** Written by all models together. */
    public long totalCompletionTokens() {
        return completionTokens.values().stream().mapToLong(Long::longValue).sum();
    }
}
