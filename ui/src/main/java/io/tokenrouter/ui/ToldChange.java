package io.tokenrouter.ui;

import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A change as an operator would say it in one line. The names of the API, and what this leaves out, stand in the entry's details.
 *
 * @param name of what changed; empty where the value says it
 * @param before null where it is not worth telling
 * @param after what it is now
 */
record ToldChange(String name, @Nullable String before, String after) {

    private static final DateTimeFormatter DAY = DateTimeFormatter.ofPattern("d MMM yyyy", Locale.ENGLISH);

    private static final long DAY_SECONDS = 86_400;
    private static final long MEBIBYTE = 1 << 20;

    /** Told by the sentence of the entry already, or of no use in a line. */
    private static final Set<String> UNTOLD =
            Set.of("hint", "origin", "keys_required", "mode", "state", "must_change_password");

    /** Entries whose sentence says all that changed. */
    private static final Set<String> SENTENCES = Set.of(
            "pair.load", "pair.drain", "model.load", "model.unload", "api-access.open", "api-access.require-keys");

    private static final Map<String, String> NAMES = Map.ofEntries(
            Map.entry("expires_at", "ends"),
            Map.entry("models", "may use"),
            Map.entry("requests_per_minute", "requests a minute"),
            Map.entry("tokens_per_minute", "tokens a minute"),
            Map.entry("samples_seconds", "samples kept"),
            Map.entry("minutes_seconds", "minutes kept"),
            Map.entry("hours_seconds", "hours kept"),
            Map.entry("kept_seconds", "kept"),
            Map.entry("most_bytes", "at most"),
            Map.entry("kv_bytes", "KV cache"),
            Map.entry("disabled", ""),
            Map.entry("served", ""),
            Map.entry("loaded", ""),
            Map.entry("may_route", ""));

    /** What a flag means when it is false, and when it is true. */
    private static final Map<String, List<String>> FLAGS = Map.of(
            "disabled", List.of("may sign in", "may not sign in"),
            "served", List.of("not served", "served"),
            "loaded", List.of("not loaded", "loaded"),
            "may_route", List.of("may not choose policies", "may choose policies"));

    /** What was made is told by what was set for it, what is gone by its name alone. */
    static List<ToldChange> of(ConsoleAudit.Entry entry, List<AuditChange> changes) {
        if (SENTENCES.contains(entry.action()) || entry.before() != null && entry.after() == null) {
            return List.of();
        }
        boolean isNew = entry.before() == null;
        return changes.stream()
                .filter(change -> !UNTOLD.contains(change.name()))
                .filter(change -> !isNew || isSet(change))
                .filter(change -> !(entry.action().equals("request.cancel") && change.after() == null))
                .filter(change ->
                        !(change.name().equals("name") && entry.subject().equals(change.after())))
                .map(ToldChange::told)
                .toList();
    }

    private static ToldChange told(AuditChange change) {
        String field =
                change.name().startsWith("options.") ? change.name().substring("options.".length()) : change.name();
        if (field.equals("version")) {
            return new ToldChange("version", null, change.after() == null ? "" : change.after());
        }
        String name = NAMES.getOrDefault(field, field.replace('_', ' '));
        String after = change.after() == null ? "left out" : value(field, change.after());
        return new ToldChange(name, change.before() == null ? null : value(field, change.before()), after);
    }

    private static boolean isSet(AuditChange change) {
        String after = change.after();
        return after != null && !after.isEmpty() && !after.equals("none") && !after.equals("false");
    }

    private static String value(String field, String text) {
        List<String> flag = FLAGS.get(field);
        if (text.equals("true") || text.equals("false")) {
            boolean on = text.equals("true");
            return flag != null ? flag.get(on ? 1 : 0) : on ? "on" : "off";
        }
        if (field.equals("expires_at")) {
            return text.equals("none")
                    ? "never"
                    : DAY.format(Instant.parse(text).atOffset(ZoneOffset.UTC));
        }
        if (field.endsWith("_seconds")) {
            return howLong(Long.parseLong(text));
        }
        if (field.equals("most_bytes")) {
            return mebibytes(Long.parseLong(text));
        }
        if (field.equals("file")) {
            return text.substring(text.lastIndexOf('/') + 1);
        }
        return text.isEmpty() ? "none" : text;
    }

    /** In the largest unit of which it is a whole number. */
    private static String howLong(long seconds) {
        if (seconds % DAY_SECONDS == 0) {
            return counted(seconds / DAY_SECONDS, "day");
        }
        if (seconds % 3_600 == 0) {
            return counted(seconds / 3_600, "hour");
        }
        return seconds % 60 == 0 ? counted(seconds / 60, "minute") : counted(seconds, "second");
    }

    private static String counted(long n, String unit) {
        return n == 1 ? "1 " + unit : Figures.count(n) + " " + unit + "s";
    }

    private static String mebibytes(long bytes) {
        return bytes % MEBIBYTE == 0
                ? Figures.count(bytes / MEBIBYTE) + " MiB"
                : String.format(Locale.ROOT, "%.1f MiB", (double) bytes / MEBIBYTE);
    }
}
