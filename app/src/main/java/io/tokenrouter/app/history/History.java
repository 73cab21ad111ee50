package io.tokenrouter.app.history;

import io.tokenrouter.app.persistence.DatabaseState;
import io.tokenrouter.app.serving.ServingCatalog;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Predicate;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.dao.DataAccessException;
import org.springframework.transaction.TransactionException;

/** Answers what was measured: from the database, and from memory what is not written yet or cannot be read. */
public final class History {

    private static final Logger log = LoggerFactory.getLogger(History.class);
    private static final Duration LONGEST = HistoryRetention.MOST;

    private final ThroughputStore store;
    private final LiveHour live;
    private final RetentionService retention;
    private final DatabaseState database;
    private final ServingCatalog catalog;

    History(
            ThroughputStore store,
            LiveHour live,
            RetentionService retention,
            DatabaseState database,
            ServingCatalog catalog) {
        this.store = store;
        this.live = live;
        this.retention = retention;
        this.database = database;
        this.catalog = catalog;
    }

    /**
     * What was measured of a time. Blocks.
     *
     * @param step seconds of a point; 0 to choose it
     * @param wanted which models and targets are told
     * @throws InvalidHistoryException if from is not before to, or the step does not fit
     */
    public ThroughputHistory between(Instant from, Instant to, int step, Predicate<String> wanted, Instant now) {
        if (!from.isBefore(to)) {
            throw new InvalidHistoryException("from", "must be before to");
        }
        if (Duration.between(from, to).compareTo(LONGEST) > 0) {
            throw new InvalidHistoryException("from", "must be at most " + LONGEST.toDays() + " days before to");
        }
        Steps steps = Steps.of(from, to, step, retention.current(), now);
        Optional<ThroughputStore.Stored> stored = stored(steps);
        Instant until = stored.map(ThroughputStore.Stored::until).orElse(steps.from());
        Spans all = stored.map(ThroughputStore.Stored::spans)
                .orElse(new Spans(List.of(), List.of()))
                .plus(live(until, to));
        return told(steps, all.by(steps.seconds()), stored.isPresent(), wanted);
    }

    private Optional<ThroughputStore.Stored> stored(Steps steps) {
        if (!database.isUp()) {
            return Optional.empty();
        }
        try {
            return Optional.of(store.read(steps.resolution(), steps.from(), steps.to()));
        } catch (DataAccessException | TransactionException e) {
            log.debug("History could not be read", e);
            return Optional.empty();
        }
    }

    private Spans live(Instant from, Instant to) {
        List<Sample> samples = live.all().stream()
                .filter(sample ->
                        !sample.startsAt().isBefore(from) && sample.startsAt().isBefore(to))
                .toList();
        return new Spans(
                samples.stream().flatMap(sample -> sample.models().stream()).toList(),
                samples.stream().flatMap(sample -> sample.targets().stream()).toList());
    }

    private ThroughputHistory told(Steps steps, Spans spans, boolean stored, Predicate<String> wanted) {
        int count = steps.count();
        Map<String, Points<ModelSpan>> models = new TreeMap<>();
        for (ModelSpan span : spans.models()) {
            if (wanted.test(span.model())) {
                models.computeIfAbsent(span.model(), id -> new Points<>(count))
                        .put(point(steps, span.startsAt()), span);
            }
        }
        Map<String, Points<TargetSpan>> targets = new TreeMap<>();
        for (TargetSpan span : spans.targets()) {
            if (wanted.test(span.target())) {
                targets.computeIfAbsent(span.target(), id -> new Points<>(count))
                        .put(point(steps, span.startsAt()), span);
            }
        }
        List<Long> at = new ArrayList<>(count);
        for (int i = 0; i < count; i++) {
            at.add(steps.from().getEpochSecond() + (long) i * steps.seconds());
        }
        List<ThroughputHistory.Model> toldModels = new ArrayList<>();
        models.forEach((id, points) -> toldModels.add(ModelHistory.of(id, points)));
        List<ThroughputHistory.Target> toldTargets = new ArrayList<>();
        targets.forEach((id, points) ->
                toldTargets.add(TargetHistory.of(id, catalog.find(id).orElse(null), points)));
        return new ThroughputHistory(
                steps.from(),
                steps.to(),
                steps.seconds(),
                steps.resolution().seconds(),
                stored,
                live.since(),
                at,
                toldModels,
                toldTargets);
    }

    private static long point(Steps steps, Instant at) {
        return Math.floorDiv(at.getEpochSecond() - steps.from().getEpochSecond(), (long) steps.seconds());
    }
}
