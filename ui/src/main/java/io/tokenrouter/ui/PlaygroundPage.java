package io.tokenrouter.ui;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.json.JsonMapper;

/**
 * What the playground offers: everything that serves now, pairs first.
 *
 * @param policies what a request may name instead of a pair's own policy
 * @param algorithms what a request may set of them
 */
record PlaygroundPage(List<Target> targets, List<PolicyLabel> policies, List<AlgorithmForm> algorithms) {

    private static final JsonMapper JSON = JsonMapper.builder().build();

    /**
     * A pair or a single model that a question can go to. What a single model does not have is null.
     *
     * @param kind {@code pair} or {@code model}
     * @param small id of the model in the small role
     * @param large id of the model in the large role
     * @param vocabulary ids of its tokenizer
     * @param quality what was measured, as JSON for the browser
     */
    record Target(
            String id,
            String kind,
            StateLabel state,
            @Nullable String small,
            @Nullable String large,
            List<ModelLabel> models,
            @Nullable PolicyLabel policy,
            String context,
            int vocabulary,
            List<ExamplePrompt> examples,
            @Nullable String quality) {

        public @Nullable String policyName() {
            return policy == null ? null : policy.name();
        }

        public @Nullable String policyLabel() {
            return policy == null ? null : policy.label();
        }

        public @Nullable String policyValues() {
            return policy == null ? null : policy.values();
        }

        public PolicyLabel.@Nullable Threshold threshold() {
            return policy == null ? null : policy.threshold();
        }
    }

    /** Targets under one heading of the choice. */
    record Group(String label, List<Target> targets) {}

    static PlaygroundPage of(ConsoleCatalog catalog, List<AlgorithmView> algorithms) {
        Map<String, ModelView> models =
                catalog.models().stream().collect(Collectors.toMap(ModelView::id, Function.identity()));
        List<PairView> pairs = catalog.pairs().stream()
                .filter(pair -> pair.state() == ServingState.SERVING)
                .filter(pair -> models.containsKey(pair.smallId()) && models.containsKey(pair.largeId()))
                .toList();
        List<Target> targets = new ArrayList<>();
        pairs.forEach(pair -> targets.add(ofPair(pair, models)));
        ModelRoles roles = ModelRoles.in(pairs);
        catalog.models().stream()
                .filter(model -> model.state() == ServingState.SERVING)
                .forEach(model -> targets.add(ofModel(model, roles.of(model.id()), pairs)));
        List<PolicyLabel> policies = catalog.policies().stream()
                .filter(policy -> !policy.algorithm().equals("fixed"))
                .map(PolicyLabel::of)
                .toList();
        return new PlaygroundPage(
                List.copyOf(targets),
                policies,
                algorithms.stream()
                        .filter(algorithm -> !algorithm.name().equals("fixed"))
                        .map(algorithm -> AlgorithmForm.of(algorithm, "r", false, Map.of()))
                        .toList());
    }

    /** Headings without targets are left out. */
    public List<Group> groups() {
        return Stream.of(new Group("Pairs", ofKind("pair")), new Group("Models alone", ofKind("model")))
                .filter(group -> !group.targets().isEmpty())
                .toList();
    }

    private List<Target> ofKind(String kind) {
        return targets.stream().filter(target -> target.kind().equals(kind)).toList();
    }

    private static Target ofPair(PairView pair, Map<String, ModelView> models) {
        List<ModelLabel> both = List.of(
                ModelLabel.of(models.get(pair.smallId()), "small"), ModelLabel.of(models.get(pair.largeId()), "large"));
        return new Target(
                pair.id(),
                "pair",
                StateLabel.of(pair.state()),
                pair.smallId(),
                pair.largeId(),
                both,
                PolicyLabel.of(pair.policy()),
                Figures.count(pair.contextLength()),
                models.get(pair.smallId()).vocabularySize(),
                pair.examples(),
                pair.quality() == null ? null : JSON.writeValueAsString(pair.quality()));
    }

    private static Target ofModel(ModelView model, String role, List<PairView> pairs) {
        boolean large = role.equals("large");
        List<ExamplePrompt> examples = pairs.stream()
                .filter(pair ->
                        pair.smallId().equals(model.id()) || pair.largeId().equals(model.id()))
                .flatMap(pair -> pair.examples().stream())
                .distinct()
                .toList();
        return new Target(
                model.id(),
                "model",
                StateLabel.of(model.state()),
                large ? null : model.id(),
                large ? model.id() : null,
                List.of(ModelLabel.of(model, role)),
                null,
                Figures.count(model.contextLength()),
                model.vocabularySize(),
                examples,
                null);
    }
}
