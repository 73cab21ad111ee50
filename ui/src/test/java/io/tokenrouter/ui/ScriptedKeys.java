package io.tokenrouter.ui;

import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Keys as the design draws them. */
final class ScriptedKeys implements ConsoleKeys {

    @Override
    public KeysView now() {
        Instant now = Instant.now();
        LocalDate today = now.atZone(ZoneOffset.UTC).toLocalDate();
        return new KeysView(
                true,
                true,
                9,
                List.of(
                        key("k1", "tr-9f2k", "chat-frontend", "ann", 600, 400_000, null, now),
                        key(
                                "k2",
                                "tr-4mza",
                                "<b>team</b> & research",
                                "",
                                60,
                                null,
                                now.plus(Duration.ofHours(75)),
                                now),
                        key("k3", "tr-c1ee", "old-notebook", "bob", null, null, now.minus(Duration.ofDays(40)), null)),
                true,
                List.of(
                        new UsageView(today, "k1", "demo", 310, 9_000, 10_000, 2_000),
                        new UsageView(today, UsageView.CONSOLE, "demo", 4, 120, 400, 20),
                        new UsageView(today.minusDays(1), "k3", "demo-small", 1, 7, 9, 0)),
                now);
    }

    static KeyView key(
            String id,
            String hint,
            String name,
            String owner,
            @Nullable Integer requests,
            @Nullable Integer tokens,
            @Nullable Instant ends,
            @Nullable Instant used) {
        return new KeyView(
                id, hint, name, owner, "", List.of("demo"), false, requests, tokens, ends, "admin", null, used, 1);
    }
}
