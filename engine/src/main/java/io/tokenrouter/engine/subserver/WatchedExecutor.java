package io.tokenrouter.engine.subserver;

import io.tokenrouter.engine.executor.Batch;
import io.tokenrouter.engine.executor.BatchResult;
import io.tokenrouter.engine.executor.CandidateRequest;
import io.tokenrouter.engine.executor.Device;
import io.tokenrouter.engine.executor.ExecutorSpec;
import io.tokenrouter.engine.executor.LostDeviceException;
import io.tokenrouter.engine.executor.ModelExecutor;
import io.tokenrouter.engine.executor.StepGraphs;
import io.tokenrouter.engine.executor.TokenCandidate;
import io.tokenrouter.engine.heads.Head;
import io.tokenrouter.engine.sampling.LogitRow;
import java.util.Optional;
import java.util.function.Consumer;

/** An executor whose first loss of its device is told, whatever step met it: one of requests, a trial, or one in spare time. */
final class WatchedExecutor implements ModelExecutor {

    private final ModelExecutor executor;
    private final Consumer<String> lost;
    private boolean told;

    /** @param lost hears once, on the thread of the step, what the device's driver says */
    WatchedExecutor(ModelExecutor executor, Consumer<String> lost) {
        this.executor = executor;
        this.lost = lost;
    }

    @Override
    public BatchResult execute(Batch batch) {
        try {
            return executor.execute(batch);
        } catch (LostDeviceException e) {
            if (!told) {
                told = true;
                lost.accept(String.valueOf(e.getMessage()));
            }
            throw e;
        }
    }

    @Override
    public ExecutorSpec spec() {
        return executor.spec();
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
        executor.close();
    }
}
