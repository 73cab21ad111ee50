package io.tokenrouter.gpu.verify;

import io.tokenrouter.engine.executor.ModelExecutor;

/** Tokens a second of a routed pair on one device. */
final class PairCheck implements Check {

    private final LoadedModels models;
    private final boolean graphs;
    private final TimingPlan plan;
    private final Figures figures;

    PairCheck(LoadedModels models, boolean graphs, TimingPlan plan, Figures figures) {
        this.models = models;
        this.graphs = graphs;
        this.plan = plan;
        this.figures = figures;
    }

    @Override
    public String title() {
        return "Routed pair, " + (graphs ? "with graphs" : "without graphs");
    }

    @Override
    public Kind kind() {
        return Kind.TIMING;
    }

    @Override
    public void run(Findings findings) throws InterruptedException {
        ModelExecutor small = models.executor(ModelSize.SMALL, graphs);
        ModelExecutor large = models.executor(ModelSize.LARGE, graphs);
        int prompt = plan.requestTokens() - plan.answer();
        findings.note(
                "The large model writes %.0f %% of the tokens, wherever a coin falls so; prompts of %d ids, answers of %d.",
                100 * RoutedRun.SHARE, prompt, plan.answer());
        Findings.Rows rows = findings.table("requests at once", "tokens/s", "tokens/s of each");
        try (RoutedRun pair = new RoutedRun(small, large, plan.clients().getLast())) {
            for (int clients : plan.clients()) {
                pair.run(clients, clients, prompt, plan.answer());
                RoutedRun.Answers answers = pair.run(Math.max(2 * clients, 4), clients, prompt, plan.answer());
                double rate = answers.tokens() / answers.seconds();
                figures.put(Figures.pair(graphs, clients), rate);
                rows.row(clients, rate, rate / clients);
                findings.progress("%d requests at once: %.0f tokens/s", clients, rate);
            }
        }
        small.graphs()
                .ifPresent(counts -> findings.note(
                        "steps of the small model so far: %d replayed, %d captured, %d without a graph",
                        counts.replayed(), counts.captured(), counts.plain()));
    }
}
