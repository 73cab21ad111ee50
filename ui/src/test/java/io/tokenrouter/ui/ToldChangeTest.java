package io.tokenrouter.ui;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Entries of the audit log as operators read them in one line. */
class ToldChangeTest {

    private static List<String> told(
            String action,
            @Nullable Map<String, @Nullable Object> before,
            @Nullable Map<String, @Nullable Object> after) {
        ConsoleAudit.Entry entry =
                new ConsoleAudit.Entry(1, Instant.EPOCH, "ann", "console", action, "it", before, after, null);
        return AuditPage.Line.of(entry).told().stream()
                .map(one -> (one.name() + (one.before() == null ? "" : " -" + one.before() + "-") + " " + one.after())
                        .strip())
                .toList();
    }

    @Test
    void whoMaySignInIsSaidInWords() {
        assertThat(told(
                        "account.change",
                        Map.of("role", "viewer", "disabled", false),
                        Map.of("role", "viewer", "disabled", true)))
                .containsExactly("-may sign in- may not sign in");
        assertThat(told("account.create", null, Map.of("role", "operator", "disabled", false)))
                .containsExactly("role operator");
    }

    @Test
    void aNewKeyIsToldByWhatWasSetForIt() {
        Map<String, @Nullable Object> key = new HashMap<>();
        key.put("hint", "tr-04ax…");
        key.put("name", "it");
        key.put("owner", "");
        key.put("models", List.of("demo", "qwen25"));
        key.put("may_route", true);
        key.put("requests_per_minute", null);
        key.put("tokens_per_minute", 400_000);
        key.put("expires_at", "2026-12-31T00:00:00Z");
        assertThat(told("key.create", null, key))
                .containsExactly(
                        "ends 31 Dec 2026", "may choose policies", "may use demo, qwen25", "tokens a minute 400000");
        Map<String, @Nullable Object> longer = new HashMap<>(key);
        longer.put("expires_at", null);
        longer.put("may_route", false);
        assertThat(told("key.change", key, longer))
                .containsExactly("ends -31 Dec 2026- never", "-may choose policies- may not choose policies");
        assertThat(told("key.revoke", key, null)).isEmpty();
    }

    @Test
    void anotherVersionOfAPolicyIsToldByItsOptions() {
        assertThat(told(
                        "policy.save",
                        Map.of("version", 2, "options", Map.of("enter", 0.45, "metric", "margin", "normalised", false)),
                        Map.of("version", 3, "options", Map.of("enter", 0.2, "normalised", true))))
                .containsExactly("enter -0.45- 0.2", "metric -margin- left out", "normalised -off- on", "version 3");
    }

    @Test
    void whatTheSentenceSaysIsNotSaidTwice() {
        assertThat(told("pair.load", Map.of("state", "failed"), Map.of("served", true)))
                .isEmpty();
        assertThat(told("api-access.require-keys", Map.of("keys_required", false), Map.of("keys_required", true)))
                .isEmpty();
        assertThat(told("pair.register", null, Map.of("small", "a", "large", "b", "policy", "careful", "served", true)))
                .containsExactly("large b", "policy careful", "served", "small a");
        assertThat(told("model.register", null, Map.of("file", "/models/a.gguf", "origin", "console", "loaded", false)))
                .containsExactly("file a.gguf");
    }

    @Test
    void howLongFiguresAreKeptIsInDaysOrWhatIsWholeOfThem() {
        assertThat(told(
                        "signals.recording",
                        Map.of("share", 0.5, "kept_seconds", 3_600, "most_bytes", 1L << 20),
                        Map.of("share", 0.5, "kept_seconds", 129_600, "most_bytes", 1_610_612_736L)))
                .containsExactly("kept -1 hour- 36 hours", "at most -1 MiB- 1,536 MiB");
        assertThat(told("signals.recording", Map.of("kept_seconds", 5_400), Map.of("kept_seconds", 3_601)))
                .containsExactly("kept -90 minutes- 3,601 seconds");
        assertThat(told("throughput.retention", Map.of("samples_seconds", 604_800), Map.of("samples_seconds", 86_400)))
                .containsExactly("samples kept -7 days- 1 day");
    }
}
