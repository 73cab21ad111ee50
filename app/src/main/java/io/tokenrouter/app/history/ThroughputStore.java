package io.tokenrouter.app.history;

import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.stereotype.Component;
import org.springframework.transaction.annotation.Isolation;
import org.springframework.transaction.annotation.Transactional;

/** History in the database. Every call is one transaction and may block. */
@Component
class ThroughputStore {

    private final JdbcTemplate sql;
    private final ModelTable models;
    private final TargetTable targets;

    ThroughputStore(JdbcTemplate sql, ModelTable models, TargetTable targets) {
        this.sql = sql;
        this.models = models;
        this.targets = targets;
    }

    /** Spans that were rolled up already, and get a sample late, are made anew. */
    @Transactional
    public void writeSamples(List<Sample> samples) {
        models.put(
                Resolution.SAMPLES,
                samples.stream().flatMap(sample -> sample.models().stream()).toList());
        targets.put(
                Resolution.SAMPLES,
                samples.stream().flatMap(sample -> sample.targets().stream()).toList());
        samples.stream().map(Sample::startsAt).min(Instant::compareTo).ifPresent(this::makeAnewFrom);
    }

    private void makeAnewFrom(Instant at) {
        for (Resolution resolution : List.of(Resolution.MINUTES, Resolution.HOURS)) {
            Instant span = resolution.floor(at);
            sql.update("""
                    UPDATE throughput_rolled_up SET until = greatest(?, finer_gone_before)
                    WHERE resolution = ? AND until > greatest(?, finer_gone_before)
                    """, Columns.time(span), resolution.seconds(), Columns.time(span));
        }
    }

    /** Makes the spans of a resolution out of those of a finer one; again, if they are there. */
    @Transactional
    public void rollUp(Resolution finer, Resolution into, Instant from, Instant to) {
        Spans spans = new Spans(models.between(finer, from, to), targets.between(finer, from, to)).by(into.seconds());
        models.put(into, spans.models());
        targets.put(into, spans.targets());
        sql.update("""
                INSERT INTO throughput_rolled_up (resolution, until) VALUES (?, ?)
                ON CONFLICT (resolution) DO UPDATE SET until = excluded.until
                """, into.seconds(), Columns.time(to));
    }

    /** Up to where the spans of a resolution are made; empty if none are. */
    @Transactional(readOnly = true)
    public Optional<Instant> rolledUpUntil(Resolution resolution) {
        return rolledUp(resolution);
    }

    private Optional<Instant> rolledUp(Resolution resolution) {
        return sql
                .query(
                        "SELECT until FROM throughput_rolled_up WHERE resolution = ?",
                        (row, n) -> Columns.time(row, "until"),
                        resolution.seconds())
                .stream()
                .findFirst();
    }

    /** Where the oldest span begins that begins at {@code from} or later; empty if there is none. */
    @Transactional(readOnly = true)
    public Optional<Instant> oldest(Resolution resolution, Instant from) {
        return one("""
                SELECT least((SELECT min(starts_at) FROM model_throughput WHERE resolution = ? AND starts_at >= ?),
                    (SELECT min(starts_at) FROM target_throughput WHERE resolution = ? AND starts_at >= ?)) AS at
                """, resolution, from);
    }

    /**
     * What is stored of a time.
     *
     * @param until all that begins before is there
     */
    record Stored(Spans spans, Instant until) {}

    /** Reads spans of a resolution; what is not rolled up yet comes from the finer ones. */
    @Transactional(readOnly = true, isolation = Isolation.REPEATABLE_READ)
    public Stored read(Resolution most, Instant from, Instant to) {
        Spans all = new Spans(List.of(), List.of());
        Instant done = from;
        for (int i = most.ordinal(); i >= 0; i--) {
            Resolution resolution = Resolution.values()[i];
            Instant until = i == 0 ? to : min(to, rolledUp(resolution).orElse(done));
            if (until.isAfter(done)) {
                Spans more =
                        new Spans(models.between(resolution, done, until), targets.between(resolution, done, until));
                all = all.plus(more);
                done = i == 0 ? more.end().orElse(done) : until;
            }
        }
        return new Stored(all, done);
    }

    /** Deletes spans of a resolution; what was made of them cannot be made again. */
    @Transactional
    public void deleteBefore(Resolution resolution, Instant limit) {
        Optional<Instant> newest = one("""
                SELECT greatest((SELECT max(starts_at) FROM model_throughput WHERE resolution = ? AND starts_at < ?),
                    (SELECT max(starts_at) FROM target_throughput WHERE resolution = ? AND starts_at < ?)) AS at
                """, resolution, limit);
        if (newest.isEmpty()) {
            return;
        }
        if (resolution != Resolution.HOURS) {
            // not the limit itself: where the clock was wrong it may lie far ahead of all that was ever measured
            Instant gone = min(limit, Resolution.HOURS.floor(newest.get()).plus(Resolution.HOURS.length()));
            sql.update("""
                    UPDATE throughput_rolled_up SET finer_gone_before = greatest(finer_gone_before, ?) WHERE resolution = ?
                    """, Columns.time(gone), Resolution.values()[resolution.ordinal() + 1].seconds());
        }
        for (String table : List.of("model_throughput", "target_throughput")) {
            sql.update(
                    "DELETE FROM " + table + " WHERE resolution = ? AND starts_at < ?",
                    resolution.seconds(),
                    Columns.time(limit));
        }
    }

    /** @param query with the resolution and a time, twice; its column {@code at} may be null */
    private Optional<Instant> one(String query, Resolution resolution, Instant time) {
        @Nullable
        Instant found = sql.queryForObject(
                query,
                (row, n) -> row.getObject("at") == null ? null : Columns.time(row, "at"),
                resolution.seconds(),
                Columns.time(time),
                resolution.seconds(),
                Columns.time(time));
        return Optional.ofNullable(found);
    }

    private static Instant min(Instant a, Instant b) {
        return a.isBefore(b) ? a : b;
    }
}
