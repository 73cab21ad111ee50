package io.tokenrouter.app.persistence;

import io.tokenrouter.engine.api.PolicySpec;
import java.time.Clock;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;
import org.springframework.transaction.annotation.Transactional;

/** Policies and every content that they ever had. Every call is one transaction, or part of one, and may block. */
@Component
public class PolicyStore {

    private final PolicyRepository policies;
    private final PolicyVersionRepository versions;
    private final Clock clock = Clock.systemUTC();

    PolicyStore(PolicyRepository policies, PolicyVersionRepository versions) {
        this.policies = policies;
        this.versions = versions;
    }

    /** The newest version of each, by name. */
    @Transactional(readOnly = true)
    public List<RegisteredPolicy> newest() {
        return versions.findNewest().stream()
                .map(PolicyVersionRow::toRegistered)
                .toList();
    }

    /** The newest versions of one, newest first; none for an unknown policy. */
    @Transactional(readOnly = true)
    public List<PolicyVersion> versions(String name, int most) {
        return versions.findNewestOf(name, most).stream()
                .map(PolicyVersionRow::toVersion)
                .toList();
    }

    @Transactional(readOnly = true)
    public Optional<PolicyVersion> version(String name, int version) {
        return versions.findById(new PolicyVersionRow.Key(name, version)).map(PolicyVersionRow::toVersion);
    }

    /** Registers the first version of a policy; a known policy stays as it is. */
    @Transactional
    public void putIfAbsent(String name, PolicySpec spec) {
        if (policies.findById(name).isEmpty()) {
            Instant now = clock.instant();
            policies.save(new PolicyRow(name, now));
            versions.save(new PolicyVersionRow(new PolicyVersion(name, 1, spec, now, null, null, null)));
        }
    }

    /**
     * Adds a version; the first one registers the policy.
     *
     * @param expected newest version as the caller knows it, 0 if there is none; empty for whatever is the newest
     * @param restores the version whose content this is; null for a new content
     * @throws StaleVersionException if somebody else saved one meanwhile
     */
    @Transactional
    public PolicyVersion add(
            String name,
            OptionalLong expected,
            PolicySpec spec,
            String author,
            @Nullable String reason,
            @Nullable Integer restores) {
        Instant now = clock.instant();
        int current = policies.lock(name)
                .map(known ->
                        versions.findNewestOf(name, 1).getFirst().toVersion().version())
                .orElse(0);
        if (expected.isPresent() && expected.getAsLong() != current) {
            throw new StaleVersionException(expected.getAsLong(), current);
        }
        if (current == 0) {
            policies.save(new PolicyRow(name, now));
        }
        return versions.save(
                        new PolicyVersionRow(new PolicyVersion(name, current + 1, spec, now, author, reason, restores)))
                .toVersion();
    }

    /** Forgets a policy and its versions; refused by the database while a pair follows it. */
    @Transactional
    public void delete(String name) {
        policies.deleteById(name);
    }
}
