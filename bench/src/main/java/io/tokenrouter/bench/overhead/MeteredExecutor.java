package io.tokenrouter.bench.overhead;

import io.tokenrouter.engine.executor.Batch;
import io.tokenrouter.engine.executor.BatchResult;
import io.tokenrouter.engine.executor.CandidateRequest;
import io.tokenrouter.engine.executor.Device;
import io.tokenrouter.engine.executor.ExecutorSpec;
import io.tokenrouter.engine.executor.ModelExecutor;
import io.tokenrouter.engine.executor.TokenCandidate;
import io.tokenrouter.engine.sampling.LogitRow;
import java.util.concurrent.atomic.LongAdder;

/** An executor whose processor time and allocations are known. */
final class MeteredExecutor implements ModelExecutor {

    private final ModelExecutor executor;
    private final ThreadCosts costs;
    private final LongAdder cpuNanos;
    private final LongAdder bytes;

    MeteredExecutor(ModelExecutor executor, ThreadCosts costs, LongAdder cpuNanos, LongAdder bytes) {
        this.executor = executor;
        this.costs = costs;
        this.cpuNanos = cpuNanos;
        this.bytes = bytes;
    }

    @Override
    public ExecutorSpec spec() {
        return executor.spec();
    }

    @Override
    public Device device() {
        return executor.device();
    }

    @Override
    public BatchResult execute(Batch batch) {
        long nanosBefore = costs.currentCpuNanos();
        long bytesBefore = costs.currentBytes();
        BatchResult result = executor.execute(batch);
        cpuNanos.add(costs.currentCpuNanos() - nanosBefore);
        bytes.add(costs.currentBytes() - bytesBefore);
        return result;
    }

    @Override
    public TokenCandidate draw(LogitRow own, CandidateRequest wanted) {
        return executor.draw(own, wanted);
    }

    @Override
    public void close() {
        executor.close();
    }
}
