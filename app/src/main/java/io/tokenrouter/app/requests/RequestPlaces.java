package io.tokenrouter.app.requests;

import io.tokenrouter.engine.metrics.EngineSnapshot;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Where each generation is that the engine has. From memory; safe from any thread. */
public final class RequestPlaces {

    private static final double NANOS_PER_MILLI = 1e6;

    private final RequestBook book;

    RequestPlaces(RequestBook book) {
        this.book = book;
    }

    /**
     * A generation.
     *
     * @param target pair or model that was asked for
     * @param model where it is; null before it has a place
     * @param inStep whether that model runs a step for it now; if not, it waits for one
     * @param waitedMillis since its last step ended, or since it was submitted; 0 in a step
     */
    public record Place(String target, @Nullable String model, boolean inStep, double waitedMillis) {}

    /** Of each generation of the snapshot. */
    public List<Place> of(EngineSnapshot snapshot) {
        Map<String, FollowedRequest> followed = book.running().stream()
                .collect(Collectors.toMap(one -> one.begun().request().id(), Function.identity(), (one, other) -> one));
        return snapshot.requests().stream()
                .map(request -> place(request, followed.get(request.id())))
                .toList();
    }

    private static Place place(EngineSnapshot.Request request, @Nullable FollowedRequest followed) {
        double age = request.ageNanos() / NANOS_PER_MILLI;
        double ran = followed == null ? 0 : followed.ranUntilMillis();
        return new Place(
                request.target(),
                request.at().isEmpty() ? null : request.at(),
                request.inStep(),
                request.inStep() ? 0 : Math.max(0, age - ran));
    }
}
