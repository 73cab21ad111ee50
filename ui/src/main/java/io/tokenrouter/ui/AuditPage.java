package io.tokenrouter.ui;

import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The audit log as it is shown: entries by day, newest first. Days and times are UTC.
 *
 * @param filter that was asked for
 * @param found what fits
 * @param today as the server's clock has it
 * @param words of the topics that there are
 */
record AuditPage(ConsoleAudit.Filter filter, ConsoleAudit.Found found, LocalDate today, List<String> words) {

    private static final DateTimeFormatter DAY = DateTimeFormatter.ofPattern("EEEE d MMMM yyyy", Locale.ENGLISH);
    private static final DateTimeFormatter TIME = DateTimeFormatter.ofPattern("HH:mm:ss");

    /** Of topics whose word is not their label. */
    private static final Map<String, String> LABELS = Map.of(
            "account", "People",
            "api-access", "API access",
            "calibration", "Calibrations",
            "key", "Keys",
            "model", "Models",
            "pair", "Pairs",
            "policy", "Policies",
            "request", "Requests",
            "session", "Sign-ins");

    /** Entries can be narrowed down to it. */
    record Topic(String word, String label) {

        static Topic of(String word) {
            String spaced = word.replace('-', ' ');
            String own = spaced.substring(0, 1).toUpperCase(Locale.ROOT) + spaced.substring(1);
            return new Topic(word, LABELS.getOrDefault(word, own));
        }
    }

    /** Entries of a day. */
    record Day(String label, List<Line> lines) {}

    /** One entry. */
    record Line(ConsoleAudit.Entry entry, AuditWords words, List<AuditChange> changes, List<ToldChange> told) {

        /** How many changes are told without opening it. */
        private static final int MOST_SHORT = 3;

        static Line of(ConsoleAudit.Entry entry) {
            List<AuditChange> changes = AuditChange.between(entry.before(), entry.after());
            return new Line(
                    entry, AuditWords.of(entry.action(), entry.subject()), changes, ToldChange.of(entry, changes));
        }

        public String time() {
            return TIME.format(entry.at().atOffset(ZoneOffset.UTC));
        }

        public List<ToldChange> shortChanges() {
            return told.subList(0, Math.min(MOST_SHORT, told.size()));
        }

        public int more() {
            return Math.max(0, told.size() - MOST_SHORT);
        }
    }

    public List<Topic> topics() {
        return words.stream()
                .map(Topic::of)
                .sorted(Comparator.comparing(Topic::label))
                .toList();
    }

    /** Whether anything narrows the entries down. */
    public boolean isFiltered() {
        return !isBlank(filter.text())
                || !isBlank(filter.actor())
                || !isBlank(filter.topic())
                || !isBlank(filter.from())
                || !isBlank(filter.to());
    }

    public List<Day> days() {
        Map<LocalDate, List<Line>> days = new LinkedHashMap<>();
        for (ConsoleAudit.Entry entry : found.entries()) {
            days.computeIfAbsent(day(entry.at()), day -> new ArrayList<>()).add(Line.of(entry));
        }
        return days.entrySet().stream()
                .map(day -> new Day(label(day.getKey()), day.getValue()))
                .toList();
    }

    private String label(LocalDate day) {
        return (day.equals(today) ? "Today, " : "") + DAY.format(day);
    }

    private static LocalDate day(Instant at) {
        return at.atOffset(ZoneOffset.UTC).toLocalDate();
    }

    private static boolean isBlank(@Nullable String text) {
        return text == null || text.isBlank();
    }
}
