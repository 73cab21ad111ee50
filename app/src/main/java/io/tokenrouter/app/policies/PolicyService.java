package io.tokenrouter.app.policies;

import io.tokenrouter.app.accounts.Actor;
import io.tokenrouter.app.accounts.AuditTrail;
import io.tokenrouter.app.persistence.PolicyStore;
import io.tokenrouter.app.persistence.PolicyVersion;
import io.tokenrouter.app.persistence.RegistryStore;
import io.tokenrouter.app.persistence.StaleVersionException;
import io.tokenrouter.app.registry.PolicyBook;
import io.tokenrouter.app.serving.Refusal.Kind;
import io.tokenrouter.app.serving.ServedPolicy;
import io.tokenrouter.engine.api.EngineException;
import io.tokenrouter.engine.api.PolicySpec;
import io.tokenrouter.engine.routing.AlgorithmFactory;
import io.tokenrouter.engine.routing.RoutingAlgorithms;
import io.tokenrouter.engine.text.Characters;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;

/**
 * Policies as operators see and change them. Nothing is overwritten: each change is a new version, a roll-back too, and requests
 * that run keep the version that they began with. Changes and versions come from the database and block.
 */
@Component
public class PolicyService {

    /** Versions that are shown of one policy. */
    public static final int MOST_VERSIONS = 200;

    private static final Pattern NAME = Pattern.compile("[A-Za-z0-9][A-Za-z0-9._-]{0,63}");
    /** Addresses below the admin API's policies that are no names. */
    private static final Set<String> ADDRESSES = Set.of("algorithms", "signals");

    private static final String OPTIONS = "routing.options.";

    private final PolicyBook book;
    private final PolicyStore store;
    private final RegistryStore registry;
    private final RoutingAlgorithms algorithms;
    private final AuditTrail audit;

    PolicyService(
            PolicyBook book,
            PolicyStore store,
            RegistryStore registry,
            RoutingAlgorithms algorithms,
            AuditTrail audit) {
        this.book = book;
        this.store = store;
        this.registry = registry;
        this.algorithms = algorithms;
        this.audit = audit;
    }

    /** The algorithms that a policy may name, with their options. */
    public List<AlgorithmFactory> algorithms() {
        return List.copyOf(algorithms.all());
    }

    /** The newest version of each, by the time of their registration. */
    public List<ServedPolicy> all() {
        return book.newest();
    }

    public Optional<ServedPolicy> find(String name) {
        return book.find(name);
    }

    /** Ids of the pairs that follow a policy. */
    public List<String> followers(String name) {
        return book.followers(name);
    }

    /**
     * Every version that there is, newest first, at most {@link #MOST_VERSIONS}.
     *
     * @throws PolicyRefusal NOT_FOUND
     */
    public List<PolicyVersion> versions(String name) {
        List<PolicyVersion> versions = store.versions(name, MOST_VERSIONS);
        if (versions.isEmpty()) {
            throw noSuchPolicy(name);
        }
        return versions;
    }

    /** @throws PolicyRefusal NOT_FOUND */
    public PolicyVersion version(String name, int version) {
        return store.version(name, version)
                .orElseThrow(() -> new PolicyRefusal(
                        Kind.NOT_FOUND, null, "Policy '" + shown(name) + "' has no version " + version + "."));
    }

    /**
     * Saves a content as the newest version; the first one registers the policy. Requests that begin from now on use it. Where it is
     * what the newest version says already, nothing is saved. A new policy does not take the name of a built-in algorithm, which it
     * would hide from requests.
     *
     * @param expected newest version as the caller knows it, 0 if there is none; empty for whatever is the newest
     * @throws PolicyRefusal INVALID that names the field, also where a pair that follows the policy could not run it
     * @throws StaleVersionException if somebody else saved one meanwhile
     */
    public ServedPolicy save(
            Actor actor, String name, OptionalLong expected, PolicySpec spec, @Nullable String reason) {
        if (!NAME.matcher(name).matches()) {
            throw new PolicyRefusal(
                    Kind.INVALID,
                    "name",
                    "A policy's name must be 1 to 64 letters, digits, dots, dashes and underscores, and begin with a letter"
                            + " or digit.");
        }
        if (ADDRESSES.contains(name)) {
            throw new PolicyRefusal(Kind.INVALID, "name", "'" + name + "' is a word of the admin API; choose another.");
        }
        verify(spec);
        return book.changing(() -> {
            ServedPolicy before = book.find(name).orElse(null);
            long current = before == null ? 0 : before.version();
            if (before == null && isAlgorithm(name)) {
                throw new PolicyRefusal(
                        Kind.INVALID,
                        "name",
                        "'" + name
                                + "' is a built-in algorithm, which requests name as they name a policy; choose another name.");
            }
            if (before != null && before.spec().equals(spec) && expected.orElse(current) == current) {
                return before;
            }
            return add(actor, before, name, expected, spec, reason, null);
        });
    }

    /**
     * Saves the content of an old version as the newest one.
     *
     * @throws PolicyRefusal NOT_FOUND; INVALID if the old content is not valid any more, or a pair that follows could not run it
     * @throws StaleVersionException if somebody else saved one meanwhile
     */
    public ServedPolicy rollBack(
            Actor actor, String name, OptionalLong expected, int version, @Nullable String reason) {
        ServedPolicy known = find(name).orElseThrow(() -> noSuchPolicy(name));
        PolicyVersion old = version(name, version);
        if (version == known.version()) {
            throw new PolicyRefusal(Kind.INVALID, "version", "Version " + version + " is the newest.");
        }
        verify(old.spec());
        return book.changing(
                () -> add(actor, book.find(name).orElse(null), name, expected, old.spec(), reason, version));
    }

    private ServedPolicy add(
            Actor actor,
            @Nullable ServedPolicy before,
            String name,
            OptionalLong expected,
            PolicySpec spec,
            @Nullable String reason,
            @Nullable Integer restores) {
        requireFit(name, spec);
        PolicyVersion[] saved = new PolicyVersion[1];
        registry.together(() -> {
            saved[0] = store.add(name, expected, spec, actor.name(), blankAsNull(reason), restores);
            audit.record(
                    actor,
                    restores != null ? "policy.roll-back" : before == null ? "policy.create" : "policy.save",
                    name,
                    before == null ? null : facts(before.version(), before.spec()),
                    facts(saved[0].version(), spec),
                    reason);
        });
        ServedPolicy policy = new ServedPolicy(name, saved[0].version(), spec);
        book.publish(policy);
        return policy;
    }

    /**
     * Forgets a policy and its versions.
     *
     * @throws PolicyRefusal CONFLICT while a pair follows it
     * @throws StaleVersionException if somebody else saved a version meanwhile
     */
    public void delete(Actor actor, String name, OptionalLong expected, @Nullable String reason) {
        book.changing(() -> {
            ServedPolicy policy = find(name).orElseThrow(() -> noSuchPolicy(name));
            List<String> followers = followers(name);
            if (!followers.isEmpty() || name.equals(book.usual())) {
                throw new PolicyRefusal(
                        Kind.CONFLICT,
                        null,
                        followers.isEmpty()
                                ? "'" + name + "' is what pairs without a policy of their own follow."
                                : "'" + name + "' is followed by " + String.join(", ", followers)
                                        + "; give them another policy first.");
            }
            if (expected.isPresent() && expected.getAsLong() != policy.version()) {
                throw new StaleVersionException(expected.getAsLong(), policy.version());
            }
            registry.together(() -> {
                store.delete(name);
                audit.record(actor, "policy.remove", name, facts(policy.version(), policy.spec()), null, reason);
            });
            book.forget(name);
            return policy;
        });
    }

    /** Whether requests mean a built-in algorithm by a name, unless a policy of this name is there already. */
    public boolean isAlgorithm(String name) {
        return algorithms.all().stream().anyMatch(algorithm -> algorithm.name().equals(name));
    }

    private void verify(PolicySpec spec) {
        try {
            algorithms.create(spec);
        } catch (EngineException e) {
            throw invalid(e);
        }
    }

    private void requireFit(String name, PolicySpec spec) {
        try {
            book.requireFit(name, spec);
        } catch (EngineException e) {
            throw invalid(e);
        }
    }

    private static PolicyRefusal invalid(EngineException e) {
        String param = e.param();
        String field = param == null || !param.startsWith(OPTIONS)
                ? "algorithm"
                : "options." + param.substring(OPTIONS.length());
        return new PolicyRefusal(
                Kind.INVALID, field, String.valueOf(e.getMessage()).replace(OPTIONS, ""));
    }

    private static Map<String, Object> facts(int version, PolicySpec spec) {
        Map<String, Object> facts = new LinkedHashMap<>();
        facts.put("version", version);
        facts.put("algorithm", spec.algorithm());
        facts.put("options", spec.options());
        return facts;
    }

    private static @Nullable String blankAsNull(@Nullable String text) {
        return text == null || text.isBlank() ? null : text.strip();
    }

    private static PolicyRefusal noSuchPolicy(String name) {
        return new PolicyRefusal(Kind.NOT_FOUND, null, "There is no policy '" + shown(name) + "'.");
    }

    private static String shown(String text) {
        return Characters.shortened(text, 64);
    }
}
