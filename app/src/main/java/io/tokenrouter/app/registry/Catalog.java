package io.tokenrouter.app.registry;

import io.tokenrouter.app.serving.NotServed;
import io.tokenrouter.app.serving.Served;
import io.tokenrouter.app.serving.ServedModel;
import io.tokenrouter.app.serving.ServedPair;
import io.tokenrouter.app.serving.ServedPolicy;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** What of all that is registered can be asked for. Never changes. */
final class Catalog {

    private static final int LOADING_RETRY_SECONDS = 5;
    private static final int DRAINING_RETRY_SECONDS = 30;

    private final RegistryState state;
    private final List<Served> all;
    private final Map<String, Served> byId = new LinkedHashMap<>();

    private Catalog(RegistryState state, List<Served> all) {
        this.state = state;
        this.all = List.copyOf(all);
        all.forEach(served -> byId.put(served.id(), served));
    }

    static Catalog of(RegistryState state) {
        List<Served> served = new ArrayList<>();
        for (PairStatus pair : state.pairs().values()) {
            if (pair.state() == LifeState.SERVING) {
                served(pair, state).ifPresent(served::add);
            }
        }
        for (ModelStatus model : state.models().values()) {
            if (model.served() != null) {
                served.add(model.served());
            }
        }
        return new Catalog(state, served);
    }

    private static Optional<ServedPair> served(PairStatus pair, RegistryState state) {
        ServedModel small = servedModel(state, pair.registered().smallModelId());
        ServedModel large = servedModel(state, pair.registered().largeModelId());
        ServedPolicy policy = state.policies().get(pair.registered().policyName());
        List<@Nullable ServedModel> further = pair.registered().roles().values().stream()
                .map(id -> servedModel(state, id))
                .toList();
        if (small == null || large == null || policy == null || further.contains(null)) {
            return Optional.empty();
        }
        int shortest = further.stream()
                .mapToInt(ServedModel::contextLength)
                .reduce(Math.min(small.contextLength(), large.contextLength()), Math::min);
        return Optional.of(new ServedPair(
                pair.id(),
                pair.registered().createdAt().getEpochSecond(),
                small.id(),
                large.id(),
                policy,
                small.tokenizer(),
                small.chatTemplate(),
                shortest,
                large.chatTemplate(),
                pair.registered().roles()));
    }

    private static @Nullable ServedModel servedModel(RegistryState state, String id) {
        ModelStatus model = state.models().get(id);
        return model == null ? null : model.served();
    }

    List<Served> all() {
        return all;
    }

    Optional<Served> find(String id) {
        return Optional.ofNullable(byId.get(id));
    }

    /** Ids of what could not be loaded, pairs first. */
    List<String> failed() {
        List<String> failed = new ArrayList<>();
        state.pairs().values().stream()
                .filter(pair -> pair.state() == LifeState.FAILED)
                .forEach(pair -> failed.add(pair.id()));
        state.models().values().stream()
                .filter(model -> model.state() == LifeState.FAILED)
                .forEach(model -> failed.add(model.id()));
        return failed;
    }

    Optional<NotServed> whyNot(String id) {
        PairStatus pair = state.pairs().get(id);
        ModelStatus model = state.models().get(id);
        if (byId.containsKey(id) || (pair == null && model == null)) {
            return Optional.empty();
        }
        LifeState life = pair == null ? model.state() : pair.state();
        return Optional.of(
                switch (life) {
                    case LOADING -> new NotServed(NotServed.Reason.LOADING, LOADING_RETRY_SECONDS);
                    case DRAINING -> new NotServed(NotServed.Reason.DRAINING, DRAINING_RETRY_SECONDS);
                    case UNLOADED -> new NotServed(NotServed.Reason.UNLOADED, 0);
                    case FAILED, SERVING -> new NotServed(NotServed.Reason.FAILED, 0);
                });
    }
}
