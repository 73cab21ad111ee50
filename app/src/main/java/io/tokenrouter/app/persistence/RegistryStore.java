package io.tokenrouter.app.persistence;

import io.tokenrouter.engine.api.PolicySpec;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Instant;
import java.util.List;
import org.springframework.data.domain.Sort;
import org.springframework.stereotype.Component;
import org.springframework.transaction.annotation.Transactional;

/** Registered models, pairs and policies. The database is the truth; every call is one transaction and may block. */
@Component
public class RegistryStore {

    private static final Sort AS_REGISTERED = Sort.by("createdAt", "id");

    private final ModelRepository models;
    private final PairRepository pairs;
    private final PolicyRepository policies;
    private final PolicyVersionRepository versions;
    private final Clock clock = Clock.systemUTC();

    RegistryStore(
            ModelRepository models, PairRepository pairs, PolicyRepository policies, PolicyVersionRepository versions) {
        this.models = models;
        this.pairs = pairs;
        this.policies = policies;
        this.versions = versions;
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
    @Transactional(readOnly = true)
    public List<RegisteredPolicy> policies() {
        return versions.findNewest().stream()
                .map(PolicyVersionRow::toRegistered)
                .toList();
    }

    /** Registers a model, or changes the file of one. */
    @Transactional
    public void putModel(String id, Path file, Origin origin) {
        Instant now = clock.instant();
        models.findById(id)
                .ifPresentOrElse(
                        row -> row.change(file, origin, now), () -> models.save(new ModelRow(id, file, origin, now)));
    }

    /** Registers a pair under a policy, or changes the models of one; the policy of a known pair stays as it is. */
    @Transactional
    public void putPair(String id, String smallId, String largeId, String policyName, Origin origin) {
        Instant now = clock.instant();
        pairs.findById(id)
                .ifPresentOrElse(
                        row -> row.change(smallId, largeId, origin, now),
                        () -> pairs.save(new PairRow(id, smallId, largeId, policyName, origin, now)));
    }

    /** Registers the first version of a policy; a known policy stays as it is. */
    @Transactional
    public void putPolicyIfAbsent(String name, PolicySpec spec) {
        if (policies.findById(name).isEmpty()) {
            Instant now = clock.instant();
            policies.save(new PolicyRow(name, now));
            versions.save(new PolicyVersionRow(name, 1, spec, now));
        }
    }
}
