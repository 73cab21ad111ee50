package io.tokenrouter.gpu.verify;

import io.tokenrouter.engine.api.SamplingParams;
import io.tokenrouter.engine.executor.Batch;
import io.tokenrouter.engine.executor.ModelExecutor;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/** Two models that step at the same time on one device, against each by itself. */
final class OverlapCheck implements Check {

    private final LoadedModels models;
    private final TimingPlan plan;
    private final Figures figures;

    OverlapCheck(LoadedModels models, TimingPlan plan, Figures figures) {
        this.models = models;
        this.plan = plan;
        this.figures = figures;
    }

    @Override
    public String title() {
        return "Two models at the same time";
    }

    @Override
    public Kind kind() {
        return Kind.TIMING;
    }

    @Override
    public void run(Findings findings) {
        findings.note("Gain: the sum of both rates, each as a share of what the model does alone; 1 is taking turns.");
        Findings.Rows rows = findings.table(
                "batch", "small alone, steps/s", "large alone", "small beside large", "large beside small", "gain");
        for (int batch : List.of(1, Math.min(8, plan.mostRows()))) {
            Runnable small = step(ModelSize.SMALL, batch);
            Runnable large = step(ModelSize.LARGE, batch);
            rate(small);
            rate(large);
            double smallAlone = rate(small);
            double largeAlone = rate(large);
            CompletableFuture<Double> other = CompletableFuture.supplyAsync(() -> rate(small));
            double largeBeside = rate(large);
            double smallBeside = other.join();
            double gain = smallBeside / smallAlone + largeBeside / largeAlone;
            figures.put("overlap.batch_" + batch + ".gain", gain);
            rows.row(batch, smallAlone, largeAlone, smallBeside, largeBeside, gain);
            findings.progress("batch %d: gain %.2f", batch, gain);
        }
    }

    private Runnable step(ModelSize size, int batch) {
        ModelExecutor executor = models.executor(size, true);
        Sequences sequences = new Sequences(executor, batch, plan.context());
        Batch step = sequences.decode(batch, sequences.wanted(SamplingParams.GREEDY, 0, false));
        return () -> executor.execute(step);
    }

    /** Steps a second; both models take the same time, so that they are beside each other all the while. */
    private double rate(Runnable step) {
        long span = plan.millis() * 1_000_000L;
        long begin = System.nanoTime();
        long now = begin;
        int steps = 0;
        while (steps < 1 || now - begin < span) {
            step.run();
            steps++;
            now = System.nanoTime();
        }
        return steps * 1e9 / (now - begin);
    }
}
