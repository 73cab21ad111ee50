package io.tokenrouter.gpu.verify;

import io.tokenrouter.engine.api.SamplingParams;
import io.tokenrouter.engine.executor.Batch;
import io.tokenrouter.engine.executor.ModelExecutor;

/** Times of prompts that are read in one step. */
final class PrefillCheck implements Check {

    private final LoadedModels models;
    private final ModelSize size;
    private final TimingPlan plan;
    private final Figures figures;

    PrefillCheck(LoadedModels models, ModelSize size, TimingPlan plan, Figures figures) {
        this.models = models;
        this.size = size;
        this.plan = plan;
        this.figures = figures;
    }

    @Override
    public String title() {
        return "Prefill, " + size.label() + " model";
    }

    @Override
    public Kind kind() {
        return Kind.TIMING;
    }

    @Override
    public void run(Findings findings) {
        ModelExecutor executor = models.executor(size, true);
        SyntheticModel model = models.model(size);
        Findings.Rows rows = findings.table("tokens", "ms", "tokens/s", "TFLOP/s");
        StepTimer timer = new StepTimer(plan);
        for (int tokens : plan.prompts()) {
            Sequences prompt = new Sequences(executor, 1, tokens - 1);
            Batch step = prompt.prefill(prompt.wanted(SamplingParams.GREEDY, 0, false));
            double seconds = timer.median(() -> executor.execute(step));
            double teraflops = model.prefillOperations(tokens) / seconds / 1e12;
            figures.put("prefill." + size.label() + ".tokens_" + tokens + ".seconds", seconds);
            rows.row(tokens, 1e3 * seconds, tokens / seconds, teraflops);
            findings.progress("%d tokens: %.2f ms, %.1f TFLOP/s", tokens, 1e3 * seconds, teraflops);
        }
    }
}
