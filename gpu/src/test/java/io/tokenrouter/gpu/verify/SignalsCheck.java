package io.tokenrouter.gpu.verify;

import io.tokenrouter.engine.api.SamplingParams;
import io.tokenrouter.engine.executor.Batch;
import io.tokenrouter.engine.executor.CandidateRequest;
import io.tokenrouter.engine.executor.ModelExecutor;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** What entropy, the most probable tokens and sampling take of a step of the small model. */
final class SignalsCheck implements Check {

    private static final SamplingParams NUCLEUS = new SamplingParams(0.8f, 0.95f, 0, 0f, 1f, 0f, 0f, Map.of(), 7L);
    private static final int REPORTED = 20;

    private final LoadedModels models;
    private final OutputTimer output;
    private final TimingPlan plan;
    private final Figures figures;

    SignalsCheck(LoadedModels models, OutputTimer output, TimingPlan plan, Figures figures) {
        this.models = models;
        this.output = output;
        this.plan = plan;
        this.figures = figures;
    }

    @Override
    public String title() {
        return "Signals and sampling, small model";
    }

    @Override
    public Kind kind() {
        return Kind.TIMING;
    }

    @Override
    public void run(Findings findings) {
        ModelExecutor executor = models.executor(ModelSize.SMALL, true);
        Sequences sequences = new Sequences(executor, plan.mostRows(), plan.context());
        StepTimer timer = new StepTimer(plan);
        findings.note(
                "Of a step: what it takes longer than one that asks for no token, less the product with the output"
                        + " matrix, which is measured by itself.");
        Findings.Rows rows = findings.table(
                "batch",
                "no token, ms",
                "output matrix, ms",
                "greedy, ms",
                "share, %",
                "top-p 0.95 and top 20, ms",
                "share, %",
                "with LogU, ms");
        for (int batch : List.of(1, Math.min(8, plan.mostRows()), plan.mostRows())) {
            double none = time(timer, executor, sequences, batch, null);
            double matrix = output.seconds(models.model(ModelSize.SMALL), batch, timer);
            double greedy = time(timer, executor, sequences, batch, sequences.wanted(SamplingParams.GREEDY, 0, false));
            double drawn = time(timer, executor, sequences, batch, sequences.wanted(NUCLEUS, REPORTED, false));
            double uncertain =
                    time(timer, executor, sequences, batch, sequences.wanted(SamplingParams.GREEDY, REPORTED, true));
            double ofGreedy = Math.max(0, greedy - none - matrix) / greedy;
            double ofDrawn = Math.max(0, drawn - none - matrix) / drawn;
            figures.put(Figures.signals(batch), Math.max(ofGreedy, ofDrawn));
            rows.row(
                    batch,
                    1e3 * none,
                    1e3 * matrix,
                    1e3 * greedy,
                    100 * ofGreedy,
                    1e3 * drawn,
                    100 * ofDrawn,
                    1e3 * uncertain);
            findings.progress("batch %d: greedy %.1f %%, drawn %.1f %%", batch, 100 * ofGreedy, 100 * ofDrawn);
        }
    }

    private static double time(
            StepTimer timer,
            ModelExecutor executor,
            Sequences sequences,
            int batch,
            @Nullable CandidateRequest wanted) {
        Batch step = sequences.decode(batch, wanted);
        return timer.median(() -> executor.execute(step));
    }
}
