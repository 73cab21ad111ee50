package io.tokenrouter.ui;

import java.time.LocalDate;

/**
 * What one caller used of one pair or model on one day.
 *
 * @param day in UTC
 * @param caller id of a key, {@link #ANONYMOUS} or {@link #CONSOLE}
 * @param writtenTokens by all models
 * @param largeTokens of these, by a model in the large role
 */
public record UsageView(
        LocalDate day,
        String caller,
        String target,
        long requests,
        long promptTokens,
        long writtenTokens,
        long largeTokens) {

    /** Whoever came without a key while none was needed. */
    public static final String ANONYMOUS = "anonymous";

    /** People who are signed in, through the playground. */
    public static final String CONSOLE = "console";
}
