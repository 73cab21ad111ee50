package io.tokenrouter.ui;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The page of throughput as it comes: whose, of which time, and who may have written. Its series follow from the admin API.
 *
 * @param targets pairs and models that can be chosen, pairs first
 * @param target the one that is shown; null where nothing is served
 * @param range of time that is shown
 * @param status how throughput is measured now
 */
record ThroughputPage(List<Target> targets, @Nullable Target target, Range range, ThroughputStatus status) {

    /**
     * A pair or a model.
     *
     * @param small writer of a pair; null for a model
     * @param large writer of a pair; null for a model
     */
    record Target(
            String id, @Nullable String small, @Nullable String large) {

        /** What the table has a line for, the small model first. */
        public List<Writer> writers() {
            return small == null || large == null
                    ? List.of(new Writer(id, "alone"))
                    : List.of(new Writer(small, "small"), new Writer(large, "large"));
        }
    }

    /** @param role {@code small}, {@code large} or {@code alone} */
    record Writer(String id, String role) {}

    /** A time that ends now. */
    enum Range {
        MINUTES_15("15m", "15 min", "the last 15 minutes", 900),
        HOUR("1h", "1 h", "the last hour", 3_600),
        HOURS_6("6h", "6 h", "the last 6 hours", 21_600),
        DAY("24h", "24 h", "the last 24 hours", 86_400),
        WEEK("7d", "7 d", "the last 7 days", 604_800),
        MONTH("30d", "30 d", "the last 30 days", 2_592_000);

        private final String key;
        private final String label;
        private final String words;
        private final int seconds;

        Range(String key, String label, String words, int seconds) {
            this.key = key;
            this.label = label;
            this.words = words;
            this.seconds = seconds;
        }

        public String key() {
            return key;
        }

        public String label() {
            return label;
        }

        public String words() {
            return words;
        }

        public int seconds() {
            return seconds;
        }
    }

    /**
     * @param id null for the first
     * @param range key of a range; null for the hour
     * @return empty if there is no such target or range
     */
    static Optional<ThroughputPage> of(
            ConsoleCatalog catalog, ConsoleThroughput throughput, @Nullable String id, @Nullable String range) {
        List<Target> targets = new ArrayList<>();
        catalog.pairs().stream()
                .filter(pair -> pair.state() != ServingState.FAILED)
                .forEach(pair -> targets.add(new Target(pair.id(), pair.smallId(), pair.largeId())));
        catalog.models().stream()
                .filter(model -> model.state() != ServingState.FAILED)
                .forEach(model -> targets.add(new Target(model.id(), null, null)));
        Optional<Range> chosen = List.of(Range.values()).stream()
                .filter(candidate -> candidate.key.equals(range == null ? Range.HOUR.key : range))
                .findFirst();
        Optional<Target> target = targets.stream()
                .filter(candidate -> id == null || candidate.id().equals(id))
                .findFirst();
        if (chosen.isEmpty() || (id != null && target.isEmpty())) {
            return Optional.empty();
        }
        return Optional.of(new ThroughputPage(targets, target.orElse(null), chosen.get(), throughput.status()));
    }

    public List<Range> ranges() {
        return List.of(Range.values());
    }

    /** How long what is kept. */
    public String kept() {
        return "Samples of 10 s are kept " + days(status.keptSamplesSeconds()) + ", minutes "
                + days(status.keptMinutesSeconds()) + ", hours " + days(status.keptHoursSeconds());
    }

    /** How long the room for samples lasts that the database does not take. */
    public String room() {
        return days(status.mostWaiting() * 10L);
    }

    private static String days(long seconds) {
        Duration length = Duration.ofSeconds(seconds);
        if (length.toDays() >= 2) {
            return length.toDays() + " days";
        }
        return length.toHours() + (length.toHours() == 1 ? " hour" : " hours");
    }
}
