package io.tokenrouter.app.registry;

import io.tokenrouter.app.serving.ServedPolicy;
import io.tokenrouter.engine.api.EngineException;
import io.tokenrouter.engine.api.PolicySpec;
import io.tokenrouter.engine.runtime.RoutingEngine;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;

/** The newest version of each registered policy, as requests and pairs use it. Answers from memory; safe from any thread. */
public final class PolicyBook {

    private final LiveRegistry live;
    private final ChangeLock changes;
    private final RoutingEngine engine;

    PolicyBook(LiveRegistry live, ChangeLock changes, RoutingEngine engine) {
        this.live = live;
        this.changes = changes;
        this.engine = engine;
    }

    public List<ServedPolicy> newest() {
        return List.copyOf(live.state().policies().values());
    }

    public Optional<ServedPolicy> find(String name) {
        return Optional.ofNullable(live.state().policies().get(name));
    }

    /** Ids of the pairs that follow a policy. */
    public List<String> followers(String name) {
        return live.state().pairs().values().stream()
                .filter(pair -> pair.registered().policyName().equals(name))
                .map(PairStatus::id)
                .toList();
    }

    /**
     * Lets nothing become a policy's content that the pairs which follow it could not run. May read a router head's file, and so blocks.
     *
     * @throws EngineException INVALID_REQUEST
     */
    public void requireFit(String name, PolicySpec content) {
        for (PairStatus pair : live.state().pairs().values()) {
            if (pair.registered().policyName().equals(name)) {
                requireFit(pair, content);
            }
        }
    }

    /** The same for one pair. Whether a policy fits one that is not served is found out when it is loaded. */
    void requireFit(PairStatus pair, PolicySpec content) {
        if (pair.state() == LifeState.SERVING) {
            engine.checkPolicy(pair.id(), content);
        }
    }

    /** The policy of pairs that come without one. */
    public String usual() {
        return Plan.DEFAULT_POLICY;
    }

    /** Does something while nobody else changes what is registered. */
    public <T> T changing(Supplier<T> change) {
        synchronized (changes) {
            return change.get();
        }
    }

    /** Requests that begin from now on use it. */
    public void publish(ServedPolicy policy) {
        live.change(state -> state.with(policy));
    }

    public void forget(String name) {
        live.change(state -> state.withoutPolicy(name));
    }
}
