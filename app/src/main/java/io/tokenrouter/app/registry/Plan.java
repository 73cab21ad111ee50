package io.tokenrouter.app.registry;

import io.tokenrouter.app.StartupException;
import io.tokenrouter.app.cli.ModelOption;
import io.tokenrouter.app.cli.PairOption;
import io.tokenrouter.app.cli.ServeOptions;
import io.tokenrouter.app.persistence.Origin;
import io.tokenrouter.app.persistence.RegisteredModel;
import io.tokenrouter.app.persistence.RegisteredPair;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * What a start is to serve: what the database has, changed and extended by the demo pair and the command line. Whatever this
 * start itself asks for must work; what only the database remembers may fail and is then shown as failed. What operators unloaded
 * stays unloaded unless the command line names it.
 *
 * @param models by id, those of the demo pair first, then in the order of registration
 * @param pairs likewise
 */
record Plan(Map<String, Model> models, Map<String, Pair> pairs) {

    static final String DEMO_PAIR = "demo";
    static final String DEMO_SMALL = "demo-small";
    static final String DEMO_LARGE = "demo-large";

    private static final Set<String> RESERVED = Set.of(DEMO_PAIR, DEMO_SMALL, DEMO_LARGE);

    /** The policy of pairs that come without one. */
    static final String DEFAULT_POLICY = "uncertainty";

    /** @param wanted whether it is loaded; what is required is wanted */
    record Model(String id, Path file, Origin origin, boolean required, boolean wanted) {}

    /** @param wanted whether it is served; what is required is wanted */
    record Pair(
            String id,
            String smallId,
            String largeId,
            Map<String, String> roles,
            String policyName,
            Origin origin,
            boolean required,
            boolean wanted) {

        /** Ids of all its models. */
        List<String> modelIds() {
            List<String> ids = new ArrayList<>(List.of(smallId, largeId));
            ids.addAll(roles.values());
            return ids;
        }
    }

    /**
     * @throws StartupException if one id names two things or is the demo's, or a pair of this start names a model that there
     *     is not
     */
    static Plan of(List<RegisteredModel> knownModels, List<RegisteredPair> knownPairs, ServeOptions options) {
        Map<String, Model> models = new LinkedHashMap<>();
        Map<String, Pair> pairs = new LinkedHashMap<>();
        Map<String, String> policies = new LinkedHashMap<>();
        Map<String, Map<String, String>> roles = new LinkedHashMap<>();
        knownPairs.forEach(pair -> {
            policies.put(pair.id(), pair.policyName());
            roles.put(pair.id(), pair.roles());
        });
        Set<String> unloaded = unloaded(knownModels, knownPairs);
        options.demoFolder().ifPresent(folder -> {
            for (String id : List.of(DEMO_SMALL, DEMO_LARGE)) {
                boolean wanted = !unloaded.contains(id);
                models.put(id, new Model(id, folder.resolve(id + ".gguf"), Origin.DEMO, wanted, wanted));
            }
            boolean wanted = !unloaded.contains(DEMO_PAIR);
            pairs.put(
                    DEMO_PAIR,
                    new Pair(
                            DEMO_PAIR,
                            DEMO_SMALL,
                            DEMO_LARGE,
                            Map.of(),
                            policies.getOrDefault(DEMO_PAIR, DEFAULT_POLICY),
                            Origin.DEMO,
                            wanted,
                            wanted));
        });
        for (RegisteredModel model : knownModels) {
            if (model.origin() != Origin.DEMO) {
                models.put(model.id(), new Model(model.id(), model.file(), model.origin(), false, model.wanted()));
            }
        }
        for (RegisteredPair pair : knownPairs) {
            if (pair.origin() != Origin.DEMO) {
                pairs.put(
                        pair.id(),
                        new Pair(
                                pair.id(),
                                pair.smallModelId(),
                                pair.largeModelId(),
                                pair.roles(),
                                pair.policyName(),
                                pair.origin(),
                                false,
                                pair.wanted()));
            }
        }
        for (ModelOption model : options.models()) {
            refuseReserved("--model", model.id());
            models.put(model.id(), new Model(model.id(), model.file(), Origin.COMMAND_LINE, true, true));
        }
        for (PairOption pair : options.pairs()) {
            refuseReserved("--pair", pair.id());
            pairs.put(
                    pair.id(),
                    new Pair(
                            pair.id(),
                            pair.smallId(),
                            pair.largeId(),
                            roles.getOrDefault(pair.id(), Map.of()),
                            policies.getOrDefault(pair.id(), DEFAULT_POLICY),
                            Origin.COMMAND_LINE,
                            true,
                            true));
            for (String id : pairs.get(pair.id()).modelIds()) {
                models.computeIfPresent(
                        id, (same, known) -> new Model(id, known.file(), known.origin(), known.required(), true));
            }
        }
        Plan plan = new Plan(models, pairs);
        plan.verify();
        return plan;
    }

    private static Set<String> unloaded(List<RegisteredModel> models, List<RegisteredPair> pairs) {
        Set<String> unloaded = new HashSet<>();
        models.stream()
                .filter(model -> !model.wanted())
                .map(RegisteredModel::id)
                .forEach(unloaded::add);
        pairs.stream().filter(pair -> !pair.wanted()).map(RegisteredPair::id).forEach(unloaded::add);
        return unloaded;
    }

    /** Whether only the demo pair may have this id. */
    static boolean isReserved(String id) {
        return RESERVED.contains(id);
    }

    /** Also where the demo is left out, since the next start may bring it back. */
    private static void refuseReserved(String option, String id) {
        if (isReserved(id)) {
            throw new StartupException(option + " " + id + ": this id belongs to the demo pair; choose another");
        }
    }

    private void verify() {
        for (Pair pair : pairs.values()) {
            if (models.containsKey(pair.id())) {
                throw new StartupException("the id " + pair.id() + " names a model and a pair");
            }
            for (String model : pair.modelIds()) {
                if (pair.required() && !models.containsKey(model)) {
                    throw new StartupException("pair " + pair.id() + ": there is no model " + model
                            + (models.isEmpty()
                                    ? "; name its file with --model"
                                    : "; known are " + String.join(", ", models.keySet())));
                }
            }
        }
    }
}
