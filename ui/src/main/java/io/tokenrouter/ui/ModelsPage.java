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
            boolean isOut) {}

    /** One side of a pair; {@code summary} is null for a model that is not registered any more. */
    record Member(String id, @Nullable String summary) {}

    /** A row of the table of models. */
    record Model(
            String id,
            StateLabel state,
            @Nullable String reason,
            String origin,
            String architecture,
            String fileName,
            String file,
            String parameters,
            String layers,
            String hiddenSize,
            String vocabulary,
            String context,
            String memory,
            String device,
            List<String> pairs,
            long version,
            boolean isOut,
            boolean isServing) {}

    static ModelsPage of(ConsoleCatalog catalog, ConsoleRegistry registry) {
        Map<String, ModelView> models =
                catalog.models().stream().collect(Collectors.toMap(ModelView::id, Function.identity()));
        return new ModelsPage(
                catalog.pairs().stream().map(pair -> row(pair, models)).toList(),
                registry.models().stream().map(ModelsPage::row).toList());
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
                isRead(small) && isRead(large) ? Figures.ratio(small.parameters(), large.parameters()) : null,
                policy.label(),
                policy.options(),
                isOut(pair.state()));
    }

    private static Member member(String id, @Nullable ModelView model) {
        return new Member(id, isRead(model) ? ModelLabel.of(model, "").summary() : null);
    }

    /** False for a model that is not registered any more, and for one whose file could not be read. */
    private static boolean isRead(@Nullable ModelView model) {
        return model != null && model.parameters() > 0;
    }

    private static boolean isOut(ServingState state) {
        return state == ServingState.UNLOADED || state == ServingState.FAILED;
    }

    private static Model row(ModelDetail detail) {
        ModelView model = detail.model();
        ModelDetail.Shape shape = detail.shape();
        boolean isServing = model.state() == ServingState.SERVING;
        return new Model(
                model.id(),
                StateLabel.ofModel(model.state()),
                model.reason(),
                detail.origin(),
                model.architecture(),
                model.fileName(),
                isRead(model) ? model.weightFormat() + ", " + Figures.bytes(model.bytes()) : "",
                isRead(model) ? Figures.weights(model.parameters()) : "",
                Figures.known(model.layers()),
                Figures.known(model.hiddenSize()),
                Figures.known(model.vocabularySize()),
                Figures.known(model.contextLength()),
                shape == null || !isServing
                        ? "none"
                        : Figures.bytes(shape.weightBytes() + shape.kvBytes() + shape.workspaceBytes()),
                shape == null || !isServing ? "" : shape.device(),
                detail.pairs(),
                detail.version(),
                isOut(model.state()),
                isServing);
    }
}
