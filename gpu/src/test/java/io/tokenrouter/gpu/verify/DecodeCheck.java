package io.tokenrouter.gpu.verify;

import io.tokenrouter.engine.api.SamplingParams;
import io.tokenrouter.engine.executor.Batch;
import io.tokenrouter.engine.executor.ModelExecutor;

/** Times of decode steps, greedy with signals, beside the time in which the weights pass at copy bandwidth. */
final class DecodeCheck implements Check {

    private final LoadedModels models;
    private final ModelSize size;
    private final boolean graphs;
    private final TimingPlan plan;
    private final Figures figures;

    DecodeCheck(LoadedModels models, ModelSize size, boolean graphs, TimingPlan plan, Figures figures) {
        this.models = models;
        this.size = size;
        this.graphs = graphs;
        this.plan = plan;
        this.figures = figures;
    }

    @Override
    public String title() {
        return "Decode, " + size.label() + " model, " + (graphs ? "with graphs" : "without graphs");
    }

    @Override
    public Kind kind() {
        return Kind.TIMING;
    }

    @Override
    public void run(Findings findings) {
        ModelExecutor executor = models.executor(size, graphs);
        SyntheticModel model = models.model(size);
        double bytes = model.stepBytes();
        double floor = bytes / figures.get(Figures.COPY_BANDWIDTH);
        figures.put(Figures.floor(size), floor);
        findings.measured(
                "%s in BF16: %.3f GB of weights a step, floor %.3f ms; %d positions of context",
                model.shape().name(), bytes / 1e9, 1e3 * floor, plan.context());
        Findings.Rows rows =
                findings.table("batch", "ms a step", "tokens/s", "GB/s of weights", "% of copy", "times the floor");
        Sequences sequences = new Sequences(executor, plan.mostRows(), plan.context());
        StepTimer timer = new StepTimer(plan);
        for (int batch : plan.batches()) {
            Batch step = sequences.decode(batch, sequences.wanted(SamplingParams.GREEDY, 0, false));
            double seconds = timer.median(() -> executor.execute(step));
            figures.put(Figures.decode(size, graphs, batch), seconds);
            rows.row(
                    batch,
                    1e3 * seconds,
                    batch / seconds,
                    bytes / seconds / 1e9,
                    100 * floor / seconds,
                    seconds / floor);
            findings.progress("batch %d: %.3f ms, %.2f times the floor", batch, 1e3 * seconds, seconds / floor);
        }
        executor.graphs()
                .ifPresent(counts -> findings.note(
                        "steps: %d replayed, %d captured, %d without a graph",
                        counts.replayed(), counts.captured(), counts.plain()));
    }
}
