package io.tokenrouter.app.registry;

import io.tokenrouter.engine.catalog.ModelInspection;
import java.time.Clock;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Which registered models make a pair. Blocks. */
public final class PairBuilder {

    /** Models beside the small and the large one. */
    static final int MOST_ROLES = 4;

    private static final Pattern ROLE = Pattern.compile("[a-z0-9-]{1,32}");
    private static final Set<String> TAKEN = Set.of("small", "large");

    private final LiveRegistry live;
    private final Inspections inspections;
    private final MemoryPlans memory;
    private final Clock clock = Clock.systemUTC();

    PairBuilder(LiveRegistry live, Inspections inspections, MemoryPlans memory) {
        this.live = live;
        this.inspections = inspections;
        this.memory = memory;
    }

    /**
     * A model beside a large one.
     *
     * @param refusal why it cannot be its small model; null where it can
     * @param fit null where one of the files cannot be read
     */
    public record Candidate(
            String id, @Nullable String refusal, @Nullable FitReport fit) {}

    /**
     * Every other model, those that fit first.
     *
     * @throws RegistryRefusal NOT_FOUND or INVALID if there is no such large model or its file cannot be used
     */
    public List<Candidate> candidates(String largeId) {
        ModelStatus large = model("large", largeId);
        file("large", large);
        MemoryPlans now = memory.ofThisMoment();
        List<Candidate> fitting = new ArrayList<>();
        List<Candidate> others = new ArrayList<>();
        for (ModelStatus model : live.state().models().values()) {
            if (!model.id().equals(largeId)) {
                Candidate candidate = candidate(model, large, now.begin());
                (candidate.refusal() == null ? fitting : others).add(candidate);
            }
        }
        fitting.addAll(others);
        return fitting;
    }

    /**
     * How two registered models fit.
     *
     * @throws RegistryRefusal INVALID that names the model that cannot be used
     */
    public FitReport report(String smallId, String largeId) {
        if (smallId.equals(largeId)) {
            throw RegistryRefusal.invalid("small", "A pair needs two different models.");
        }
        MemoryPlan plan = memory.begin();
        return Fit.of(member("small", smallId, plan), member("large", largeId, plan), clock);
    }

    /** The same for models that have to agree. Whether there is memory for them shows when they are loaded. */
    FitReport verified(String smallId, String largeId, Map<String, String> roles) {
        verifyRoles(smallId, largeId, roles);
        FitReport pair = verified(smallId, largeId);
        MemoryPlan plan = memory.begin();
        // its memory is taken before that of further models
        member("small", smallId, plan);
        Fit.Member large = member("large", largeId, plan);
        for (Map.Entry<String, String> role : new TreeMap<>(roles).entrySet()) {
            Fit.Member further = member("roles", role.getValue(), plan);
            pair = Fit.withRole(pair, role.getKey(), further, large, clock);
            if (!pair.agrees()) {
                throw RegistryRefusal.invalid(
                        "roles", "The model of role '" + role.getKey() + "' does not fit: " + pair.reason() + ".");
            }
        }
        return pair;
    }

    private static void verifyRoles(String smallId, String largeId, Map<String, String> roles) {
        if (roles.size() > MOST_ROLES) {
            throw RegistryRefusal.invalid(
                    "roles", "A pair has at most " + MOST_ROLES + " models beside the small and the large one.");
        }
        Set<String> seen = new HashSet<>(List.of(smallId, largeId));
        for (Map.Entry<String, String> role : new TreeMap<>(roles).entrySet()) {
            String name = role.getKey();
            if (!ROLE.matcher(name).matches() || TAKEN.contains(name)) {
                throw RegistryRefusal.invalid(
                        "roles",
                        "A role is 1 to 32 lower-case letters, digits and dashes, and neither small nor large: not '"
                                + RegistryRefusal.shown(name) + "'.");
            }
            if (!seen.add(role.getValue())) {
                throw RegistryRefusal.invalid(
                        "roles",
                        "Model '" + RegistryRefusal.shown(role.getValue())
                                + "' has another role in this pair already.");
            }
        }
    }

    private FitReport verified(String smallId, String largeId) {
        FitReport fit = report(smallId, largeId);
        String refusal = refusal(fit, file("small", model("small", smallId)), file("large", model("large", largeId)));
        if (refusal != null) {
            throw RegistryRefusal.invalid("small", "The two do not fit: " + refusal + ".");
        }
        return fit;
    }

    private Candidate candidate(ModelStatus model, ModelStatus beside, MemoryPlan plan) {
        try {
            ModelInspection small = inspections.of(model.registered().file());
            ModelInspection large = inspections.of(beside.registered().file());
            FitReport fit = Fit.of(Fit.Member.of(model, small, plan), Fit.Member.of(beside, large, plan), clock);
            return new Candidate(model.id(), refusal(fit, small, large), fit);
        } catch (UnusableFile | RegistryRefusal e) {
            return new Candidate(model.id(), String.valueOf(e.getMessage()), null);
        }
    }

    private static @Nullable String refusal(FitReport fit, ModelInspection small, ModelInspection large) {
        if (!fit.agrees()) {
            return fit.reason();
        }
        return small.description().parameters() > large.description().parameters()
                ? String.format(
                        Locale.ROOT,
                        "same vocabulary, but with %,d weights it is larger than the large model (%,d)",
                        small.description().parameters(),
                        large.description().parameters())
                : null;
    }

    private Fit.Member member(String field, String id, MemoryPlan plan) {
        ModelStatus model = model(field, id);
        ModelInspection file = file(field, model);
        try {
            return Fit.Member.of(model, file, plan);
        } catch (UnusableFile e) {
            throw unusable(field, id, e);
        }
    }

    private ModelStatus model(String field, String id) {
        ModelStatus model = live.state().models().get(id);
        if (model == null) {
            throw RegistryRefusal.invalid(field, "There is no model '" + RegistryRefusal.shown(id) + "'.");
        }
        return model;
    }

    private ModelInspection file(String field, ModelStatus model) {
        try {
            return inspections.of(model.registered().file());
        } catch (UnusableFile e) {
            throw unusable(field, model.id(), e);
        }
    }

    private static RegistryRefusal unusable(String field, String id, UnusableFile e) {
        return RegistryRefusal.invalid(field, "The file of '" + id + "' cannot be used: " + e.getMessage());
    }
}
