package io.tokenrouter.app.registry;

import io.tokenrouter.app.serving.ServedPolicy;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;

/** The newest version of each registered policy, as requests and pairs use it. Answers from memory; safe from any thread. */
public final class PolicyBook {

    private final LiveRegistry live;
    private final ChangeLock changes;

    PolicyBook(LiveRegistry live, ChangeLock changes) {
        this.live = live;
        this.changes = changes;
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
