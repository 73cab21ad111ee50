package io.tokenrouter.gpu.verify;

import io.tokenrouter.engine.executor.Batch;
import io.tokenrouter.engine.executor.BatchResult;
import io.tokenrouter.engine.executor.CandidateRequest;
import io.tokenrouter.engine.executor.Device;
import io.tokenrouter.engine.executor.ExecutorSpec;
import io.tokenrouter.engine.executor.ModelExecutor;
import io.tokenrouter.engine.executor.StepGraphs;
import io.tokenrouter.engine.executor.TokenCandidate;
import io.tokenrouter.engine.heads.Head;
import io.tokenrouter.engine.sampling.LogitRow;
import java.util.Optional;

/** An executor that an engine uses and does not close. */
record Borrowed(ModelExecutor executor) implements ModelExecutor {

    @Override
    public ExecutorSpec spec() {
        return executor.spec();
    }

    @Override
    public BatchResult execute(Batch batch) {
        return executor.execute(batch);
    }

    @Override
    public TokenCandidate draw(LogitRow own, CandidateRequest wanted) {
        return executor.draw(own, wanted);
    }

    @Override
    public Device device() {
        return executor.device();
    }

    @Override
    public void requireRunnable(Head head) {
        executor.requireRunnable(head);
    }

    @Override
    public Optional<StepGraphs> graphs() {
        return executor.graphs();
    }

    @Override
    public void close() {
        // whoever lent it does
    }
}
