package io.tokenrouter.app.admin;

import io.tokenrouter.app.requests.PairTapes;
import io.tokenrouter.app.requests.RequestPlaces;
import io.tokenrouter.app.requests.RequestPlaces.Place;
import io.tokenrouter.engine.api.GenerationEngine;
import io.tokenrouter.engine.metrics.EngineSnapshot;
import io.tokenrouter.ui.ConsoleCatalog;
import io.tokenrouter.ui.ConsoleOverview;
import io.tokenrouter.ui.ConsoleRegistry;
import io.tokenrouter.ui.ConsoleThroughput;
import io.tokenrouter.ui.PairView;
import io.tokenrouter.ui.ThroughputStatus;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.annotation.Qualifier;
import org.springframework.stereotype.Component;

/** What the engine and the generations in it do at one moment, put together from memory. */
@Component
class ConsoleOverviewAdapter implements ConsoleOverview {

    private final GenerationEngine engine;
    private final ConsoleCatalog catalog;
    private final ConsoleRegistry registry;
    private final ConsoleThroughput throughput;
    private final RequestPlaces places;
    private final PairTapes tapes;

    ConsoleOverviewAdapter(
            @Qualifier("routingEngine") GenerationEngine engine,
            ConsoleCatalog catalog,
            ConsoleRegistry registry,
            ConsoleThroughput throughput,
            RequestPlaces places,
            PairTapes tapes) {
        this.engine = engine;
        this.catalog = catalog;
        this.registry = registry;
        this.throughput = throughput;
        this.places = places;
        this.tapes = tapes;
    }

    @Override
    public Moment now() {
        long revision = registry.motion().revision();
        ThroughputStatus status = throughput.status();
        EngineSnapshot snapshot = engine.snapshot();
        List<Place> all = places.of(snapshot);
        List<Place> unplaced =
                all.stream().filter(place -> place.model() == null).toList();
        return new Moment(
                revision,
                snapshot.atNanos() / 1_000_000,
                status.newestSample(),
                status.databaseDownSince(),
                snapshot.models().stream().map(model -> model(model, all)).toList(),
                catalog.pairs().stream().map(pair -> pair(pair, all)).toList(),
                all.size(),
                unplaced.size(),
                oldestWait(unplaced));
    }

    private static ModelNow model(EngineSnapshot.Model model, List<Place> all) {
        List<Place> here =
                all.stream().filter(place -> model.id().equals(place.model())).toList();
        List<Place> waiting = here.stream().filter(place -> !place.inStep()).toList();
        return new ModelNow(
                model.id(),
                model.writtenTokens(),
                model.steps(),
                model.busyNanos() / 1e9,
                here.size() - waiting.size(),
                waiting.size(),
                oldestWait(waiting),
                model.totalBlocks() - model.freeBlocks() - model.cachedBlocks(),
                model.totalBlocks());
    }

    private PairNow pair(PairView pair, List<Place> all) {
        List<Place> own =
                all.stream().filter(place -> place.target().equals(pair.id())).toList();
        int waiting = (int) own.stream().filter(place -> place.model() == null).count();
        PairTapes.PairTape tape = tapes.of(pair.id());
        return new PairNow(pair.id(), own.size() - waiting, waiting, tape.small(), tape.large(), tape.newest());
    }

    private static @Nullable Double oldestWait(List<Place> waiting) {
        return waiting.isEmpty()
                ? null
                : (Double)
                        waiting.stream().mapToDouble(Place::waitedMillis).max().orElse(0);
    }
}
