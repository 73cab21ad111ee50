package io.tokenrouter.app.admin;

import io.tokenrouter.app.accounts.AuditEntry;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Entries of the audit trail as a table; what was before and after is JSON in one cell each. */
final class AuditCsv {

    private AuditCsv() {}

    static String of(List<AuditEntry> entries, AdminJson json) {
        StringBuilder csv = new StringBuilder();
        Csv.line(csv, Stream.of("id", "time", "actor", "origin", "action", "subject", "before", "after", "reason"));
        for (AuditEntry entry : entries) {
            Csv.line(
                    csv,
                    Stream.of(
                            entry.id(),
                            entry.recordedAt(),
                            entry.actor(),
                            entry.origin(),
                            entry.action(),
                            entry.subject(),
                            cell(entry.before(), json),
                            cell(entry.after(), json),
                            entry.reason() == null ? "" : entry.reason()));
        }
        return csv.toString();
    }

    private static String cell(@Nullable Map<String, ?> values, AdminJson json) {
        return values == null ? "" : new String(json.write(values), StandardCharsets.UTF_8);
    }
}
