package io.tokenrouter.ui;

import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What was changed last, newest first.
 *
 * @param read whether the audit log could be read
 */
record RecentChanges(boolean read, List<AuditPage.Line> lines, Instant now) {

    /** How many are shown. */
    static final int MOST = 5;

    private static final DateTimeFormatter TIME = DateTimeFormatter.ofPattern("HH:mm");

    static RecentChanges of(List<ConsoleAudit.Entry> entries, Instant now) {
        return new RecentChanges(true, entries.stream().map(AuditPage.Line::of).toList(), now);
    }

    /** A time of today, else the day; of UTC. */
    public String when(AuditPage.Line line) {
        Instant at = line.entry().at();
        return day(at).equals(day(now)) ? TIME.format(at.atOffset(ZoneOffset.UTC)) : Moments.day(at, now);
    }

    /** Who did it, and why if they said so. */
    public String by(AuditPage.Line line) {
        @Nullable String reason = line.entry().reason();
        return reason == null || reason.isBlank()
                ? line.entry().actor()
                : line.entry().actor() + ": “" + reason + "”";
    }

    /** What is new or gone is told by its name alone; the audit log has the rest. */
    public boolean tellsValues(AuditPage.Line line) {
        return line.entry().before() != null && !line.told().isEmpty();
    }

    private static LocalDate day(Instant at) {
        return at.atOffset(ZoneOffset.UTC).toLocalDate();
    }
}
