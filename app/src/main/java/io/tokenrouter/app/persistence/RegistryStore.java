package io.tokenrouter.app.persistence;

import io.tokenrouter.engine.api.PolicySpec;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;
import org.springframework.data.domain.Sort;
import org.springframework.stereotype.Component;
import org.springframework.transaction.annotation.Transactional;

/** Registered models and pairs. The database is the truth; every call is one transaction, or part of one, and may block. */
@Component
public class RegistryStore {

    private static final Sort AS_REGISTERED = Sort.by("createdAt", "id");

    private final ModelRepository models;
    private final PairRepository pairs;
    private final PolicyStore policies;
    private final Clock clock = Clock.systemUTC();

    RegistryStore(ModelRepository models, PairRepository pairs, PolicyStore policies) {
        this.models = models;
        this.pairs = pairs;
        this.policies = policies;
    }

    /** All of it or nothing. */
    @Transactional
    public void together(Runnable changes) {
        changes.run();
    }

    /** In the order in which they were registered. */
    @Transactional(readOnly = true)
    public List<RegisteredModel> models() {
        return models.findAll(AS_REGISTERED).stream()
                .map(ModelRow::toRegistered)
                .toList();
    }

    /** In the order in which they were registered. */
    @Transactional(readOnly = true)
    public List<RegisteredPair> pairs() {
        return pairs.findAll(AS_REGISTERED).stream().map(PairRow::toRegistered).toList();
    }

    /** The newest version of each, by name. */
    public List<RegisteredPolicy> policies() {
        return policies.newest();
    }

    /** Registers the first version of a policy; a known policy stays as it is. */
    public void putPolicyIfAbsent(String name, PolicySpec spec) {
        policies.putIfAbsent(name, spec);
    }

    /** Registers a model that is to be loaded, or changes the file of one. */
    @Transactional
    public RegisteredModel putModel(String id, Path file, Origin origin, @Nullable Long kvBytes) {
        Instant now = clock.instant();
        ModelRow row = models.findById(id).orElseGet(() -> new ModelRow(id, file, origin, kvBytes, now));
        row.change(file, origin, now);
        return models.save(row).toRegistered();
    }

    /**
     * Registers a pair that is to be served under a policy, or changes the models of one; the policy of a known pair stays as it
     * is.
     *
     * @param roles further models by role
     */
    @Transactional
    public RegisteredPair putPair(
            String id, String smallId, String largeId, Map<String, String> roles, String policyName, Origin origin) {
        Instant now = clock.instant();
        PairRow row =
                pairs.findById(id).orElseGet(() -> new PairRow(id, smallId, largeId, roles, policyName, origin, now));
        row.change(smallId, largeId, roles, origin, now);
        return pairs.save(row).toRegistered();
    }

    /** Whether a start loads the model. */
    @Transactional
    public RegisteredModel wantModel(String id, boolean wanted) {
        ModelRow row = models.findById(id).orElseThrow();
        row.want(wanted);
        return row.toRegistered();
    }

    /** Whether a start serves the pair. */
    @Transactional
    public RegisteredPair wantPair(String id, boolean wanted) {
        PairRow row = pairs.findById(id).orElseThrow();
        row.want(wanted);
        return row.toRegistered();
    }

    /**
     * Gives a pair another policy.
     *
     * @param expected the version that the caller has seen; empty for whatever there is
     * @throws StaleVersionException if somebody else changed it meanwhile
     */
    @Transactional
    public RegisteredPair follow(String pairId, String policyName, OptionalLong expected) {
        PairRow row = pairs.findByIdInOrderById(List.of(pairId)).getFirst();
        verify(expected, row.toRegistered().version());
        row.follow(policyName, clock.instant());
        return row.toRegistered();
    }

    /** @throws StaleVersionException if it is not the version that the caller has seen */
    @Transactional
    public void deleteModel(String id, OptionalLong expected) {
        ModelRow row = models.findById(id).orElseThrow();
        verify(expected, row.toRegistered().version());
        models.delete(row);
    }

    /** @throws StaleVersionException if it is not the version that the caller has seen */
    @Transactional
    public void deletePair(String id, OptionalLong expected) {
        PairRow row = pairs.findById(id).orElseThrow();
        verify(expected, row.toRegistered().version());
        pairs.delete(row);
    }

    private static void verify(OptionalLong expected, long current) {
        if (expected.isPresent() && expected.getAsLong() != current) {
            throw new StaleVersionException(expected.getAsLong(), current);
        }
    }
}
