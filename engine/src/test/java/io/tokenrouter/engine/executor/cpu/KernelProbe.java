package io.tokenrouter.engine.executor.cpu;

import io.tokenrouter.engine.api.SamplingParams;
import io.tokenrouter.engine.executor.Batch;
import io.tokenrouter.engine.executor.BatchRow;
import io.tokenrouter.engine.executor.CandidateRequest;
import io.tokenrouter.engine.executor.TokenCandidate;
import io.tokenrouter.engine.fixtures.RandomModel;
import io.tokenrouter.engine.tensor.KernelChoice;
import io.tokenrouter.engine.tensor.TensorFormat;
import java.util.List;
import java.util.Random;

/** A program that prints the kernels of its process, then id and log-probability of each token of a small model, best first. */
final class KernelProbe {

    private static final int IDS = 96;

    private KernelProbe() {}

    public static void main(String[] args) {
        System.out.println(KernelChoice.fromSystemProperty().kernels().name());
        TokenCandidate made = candidate(KernelChoice.fromSystemProperty());
        for (int i = 0; i < IDS; i++) {
            System.out.println(made.topIds()[i] + " " + made.topLogprobs()[i]);
        }
    }

    /** Reads 21 ids at once and a last one by itself, so that both ways to multiply are used. */
    static TokenCandidate candidate(KernelChoice kernels) {
        RandomModel model = RandomModel.shape()
                .vocabulary(IDS)
                .layers(3)
                .formats(TensorFormat.values())
                .build(8);
        int[] ids = new Random(4).ints(22, 0, IDS).toArray();
        int[] blocks = {1, 0};
        CpuExecutorOptions options = new CpuExecutorOptions(1 << 20, 16, 4, 64, KvType.F32, kernels);
        try (CpuDevice device = new CpuDevice(2);
                CpuModelExecutor executor = CpuModelExecutor.create(model.config(), model, IDS, device, options)) {
            executor.execute(new Batch(List.of(new BatchRow(ids, 0, 21, 0, blocks, null))));
            CandidateRequest all = new CandidateRequest(SamplingParams.GREEDY, 22, ids, 22, IDS, false);
            Batch last = new Batch(List.of(new BatchRow(ids, 21, 1, 21, blocks, all)));
            return executor.execute(last).candidates().getFirst();
        }
    }
}
