package io.tokenrouter.ui;

import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** What {@link ScriptedCatalog} lists, in detail: a pair in each state, and names full of markup. */
final class ScriptedRegistry implements ConsoleRegistry {

    static final String MARKUP = "<img src=x>";

    private static final ModelDetail.Shape SHAPE = new ModelDetail.Shape(
            192, 4, 2, 16, true, true, List.of("<|end|>"), 512, 284_000, 8_000_000, 1_000_000, "cuda:0 NVIDIA H200");

    private final ScriptedCatalog catalog = new ScriptedCatalog();

    @Override
    public List<ModelDetail> models() {
        return catalog.models().stream()
                .map(model -> new ModelDetail(
                        model,
                        "in the box",
                        1,
                        List.of(
                                new ModelDetail.Step("Read the header", 12L, null),
                                new ModelDetail.Step("Check memory", null, "Weights 1 MiB")),
                        4,
                        SHAPE,
                        List.of("demo")))
                .toList();
    }

    @Override
    public Optional<PairDetail> pair(String id) {
        if (id.startsWith("state-")) {
            ServingState state = ServingState.valueOf(id.substring("state-".length()));
            return Optional.of(detail(view(id, state), state == ServingState.FAILED));
        }
        return catalog.pairs().stream()
                .filter(pair -> pair.id().equals(id))
                .findFirst()
                .map(pair -> detail(pair, pair.state() == ServingState.FAILED));
    }

    private static PairView view(String id, ServingState state) {
        return new PairView(
                id,
                state,
                state == ServingState.FAILED ? "reason " + MARKUP : null,
                "demo-small",
                "demo-large",
                ScriptedCatalog.UNCERTAINTY,
                512,
                List.of(),
                null);
    }

    private PairDetail detail(PairView pair, boolean differs) {
        return new PairDetail(
                pair,
                "registered here",
                3,
                model(pair.smallId()),
                model(pair.largeId()),
                new PairDetail.Fit(
                        !differs,
                        List.of(
                                new PairDetail.Check(
                                        "Vocabulary", differs ? "failed" : "passed", "3 of 512", "detail " + MARKUP),
                                new PairDetail.Check("Context", "note", "512, 2,048", "The pair ends at 512")),
                        differs ? 3 : null,
                        differs
                                ? List.of(
                                        new PairDetail.TokenRow(2, "</s>", "</s>", true),
                                        new PairDetail.TokenRow(3, MARKUP, null, false))
                                : List.of(),
                        Instant.EPOCH,
                        14));
    }

    private @Nullable ModelDetail model(String id) {
        return models().stream()
                .filter(model -> model.model().id().equals(id))
                .findFirst()
                .orElse(null);
    }

    @Override
    public List<PolicyDetail> policies() {
        return List.of(new PolicyDetail(ScriptedCatalog.UNCERTAINTY, List.of("demo")));
    }

    @Override
    public List<AlgorithmView> algorithms() {
        return List.of(
                new AlgorithmView(
                        "uncertainty",
                        "The large model writes where the small one is unsure.",
                        "enter",
                        List.of(
                                new AlgorithmView.Option(
                                        "metric",
                                        "choice",
                                        "entropy",
                                        0,
                                        0,
                                        "",
                                        "one of entropy, top1",
                                        "Help.",
                                        List.of("entropy", "top1")),
                                new AlgorithmView.Option(
                                        "enter",
                                        "number",
                                        0.45,
                                        0,
                                        20,
                                        "nats",
                                        "a number from 0 to 20",
                                        "Help.",
                                        List.of()),
                                new AlgorithmView.Option(
                                        "normalised", "flag", false, 0, 0, "", "true or false", "Help.", List.of()))),
                new AlgorithmView("fixed", "One model writes everything.", null, List.of()));
    }

    @Override
    public Motion motion() {
        long millis = System.currentTimeMillis();
        return new Motion(
                1,
                millis,
                Map.of("demo", 8),
                List.of(new Written("demo", millis * 4, millis / 6, "sssssssssl".repeat(11))),
                List.of(new Counters("demo-small", 3, 2, 10)));
    }
}
