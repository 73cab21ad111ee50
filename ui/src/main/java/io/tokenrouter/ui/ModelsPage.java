package io.tokenrouter.ui;

import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Every registered pair and model with its state. */
record ModelsPage(List<Pair> pairs, List<Model> models) {

    /** A row of the table of pairs; {@code ratio} is how much larger the large model is. */
    record Pair(
            String id,
            StateLabel state,
            @Nullable String reason,
            Member small,
            Member large,
            @Nullable String ratio,
            String policyLabel,
            String policyOptions,
            String context) {}

    /** One side of a pair; {@code summary} is null for a model that is not registered any more. */
    record Member(String id, @Nullable String summary) {}

    /** A row of the table of models. */
    record Model(
            String id,
            StateLabel state,
            @Nullable String reason,
            String architecture,
            String fileName,
            String file,
            String parameters,
            String layers,
            String hiddenSize,
            String vocabulary,
            String context) {}

    static ModelsPage of(ConsoleCatalog catalog) {
        Map<String, ModelView> models =
                catalog.models().stream().collect(Collectors.toMap(ModelView::id, Function.identity()));
        return new ModelsPage(
                catalog.pairs().stream().map(pair -> row(pair, models)).toList(),
                catalog.models().stream().map(ModelsPage::row).toList());
    }

    private static Pair row(PairView pair, Map<String, ModelView> models) {
        ModelView small = models.get(pair.smallId());
        ModelView large = models.get(pair.largeId());
        PolicyLabel policy = PolicyLabel.of(pair.policy());
        return new Pair(
                pair.id(),
                StateLabel.of(pair.state()),
                pair.reason(),
                member(pair.smallId(), small),
                member(pair.largeId(), large),
                small == null || large == null ? null : Figures.ratio(small.parameters(), large.parameters()),
                policy.label(),
                policy.options(),
                Figures.count(pair.contextLength()));
    }

    private static Member member(String id, @Nullable ModelView model) {
        return new Member(id, model == null ? null : ModelLabel.of(model, "").summary());
    }

    private static Model row(ModelView model) {
        return new Model(
                model.id(),
                StateLabel.of(model.state()),
                model.reason(),
                model.architecture(),
                model.fileName(),
                model.weightFormat() + ", " + Figures.bytes(model.bytes()),
                Figures.weights(model.parameters()),
                Figures.count(model.layers()),
                Figures.count(model.hiddenSize()),
                Figures.count(model.vocabularySize()),
                Figures.count(model.contextLength()));
    }
}
