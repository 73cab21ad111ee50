package io.tokenrouter.ui;

import java.time.LocalDate;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What one caller used today.
 *
 * @param tokens of prompts and answers
 * @param share of the large models in what was written; null where nothing was
 */
record UsedToday(long tokens, @Nullable WriterShare share) {

    static UsedToday of(String caller, LocalDate today, List<UsageView> usage) {
        long prompts = 0;
        long written = 0;
        long large = 0;
        for (UsageView row : usage) {
            if (row.caller().equals(caller) && row.day().equals(today)) {
                prompts += row.promptTokens();
                written += row.writtenTokens();
                large += row.largeTokens();
            }
        }
        return new UsedToday(prompts + written, WriterShare.of(large, written));
    }
}
