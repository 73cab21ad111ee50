package io.tokenrouter.app.admin;

import io.tokenrouter.app.keys.KeyService;
import io.tokenrouter.app.registry.ModelService;
import io.tokenrouter.app.registry.ModelStatus;
import io.tokenrouter.app.registry.PairService;
import io.tokenrouter.app.registry.PairStatus;
import io.tokenrouter.app.requests.RequestQuery;
import io.tokenrouter.app.requests.RequestService;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;

/** Tells a filter that nothing fits at present from one that is misspelt. */
@Component
class RequestFilters {

    /** Callers that are no key. */
    private static final List<String> KEYLESS = List.of("anonymous", "console");

    private final PairService pairs;
    private final ModelService models;
    private final KeyService keys;
    private final RequestService requests;

    RequestFilters(PairService pairs, ModelService models, KeyService keys, RequestService requests) {
        this.pairs = pairs;
        this.models = models;
        this.keys = keys;
        this.requests = requests;
    }

    /**
     * What is not registered any more is no mistake as long as a record of it is left.
     *
     * @throws Problem 404 with what is known, for a model or key that nobody knows
     */
    void refuseUnknown(RequestQuery query) {
        String model = query.target();
        List<String> known = Stream.concat(
                        pairs.all().stream().map(PairStatus::id),
                        models.all().stream().map(ModelStatus::id))
                .toList();
        if (model != null && !known.contains(model) && hasNone(model, null)) {
            throw Problem.unknown("model", model, known);
        }
        String key = query.caller();
        if (key != null && !isCaller(key) && hasNone(null, key)) {
            throw Problem.unknown("key", key, KEYLESS).with("keys", "/api/admin/keys");
        }
    }

    private boolean isCaller(String key) {
        return KEYLESS.contains(key)
                || keys.all().stream().anyMatch(known -> known.id().toString().equals(key));
    }

    /** False where the database does not tell. */
    private boolean hasNone(@Nullable String model, @Nullable String key) {
        RequestQuery any = new RequestQuery(model, key, Set.of(), null, null, 1);
        RequestService.All all = requests.all(any);
        RequestService.Page page = all.ended();
        return page.stored() && page.entries().isEmpty() && all.running().isEmpty();
    }
}
