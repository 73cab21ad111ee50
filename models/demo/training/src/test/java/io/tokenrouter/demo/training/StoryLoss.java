package io.tokenrouter.demo.training;

import io.tokenrouter.demo.DemoTask;
import io.tokenrouter.demo.Problem;
import io.tokenrouter.demo.Split;
import io.tokenrouter.engine.api.SamplingParams;
import io.tokenrouter.engine.executor.Batch;
import io.tokenrouter.engine.executor.BatchRow;
import io.tokenrouter.engine.executor.CandidateRequest;
import io.tokenrouter.engine.executor.cpu.CpuDevice;
import io.tokenrouter.engine.executor.cpu.CpuExecutorOptions;
import io.tokenrouter.engine.executor.cpu.CpuModelExecutor;
import io.tokenrouter.engine.model.GgufFile;
import io.tokenrouter.engine.model.ModelConfig;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.IntStream;

/** Mean loss of a checkpoint on a few validation stories, computed by the serving engine rather than by the trainer. */
final class StoryLoss {

    private StoryLoss() {}

    static double of(Checkpoint checkpoint, DemoTokenizer tokenizer) throws IOException {
        Path file = Files.createTempFile("checkpoint", ".gguf");
        DemoGguf.write(checkpoint, tokenizer, "checkpoint", file);
        try (GgufFile weights = GgufFile.open(file);
                CpuDevice device = new CpuDevice(1)) {
            ModelConfig config = weights.config();
            CpuExecutorOptions options = CpuExecutorOptions.DEFAULTS.withKvBytes(4 << 20);
            try (CpuModelExecutor executor =
                    CpuModelExecutor.create(config, weights, config.vocabularySize(), device, options)) {
                return mean(executor, tokenizer);
            }
        } finally {
            Files.delete(file);
        }
    }

    private static double mean(CpuModelExecutor executor, DemoTokenizer tokenizer) {
        double sum = 0;
        int count = 0;
        for (Problem problem : DemoTask.problems(Split.VALIDATION, 9, 3)) {
            Document story = Document.story(problem, tokenizer);
            for (int i = 0; i + 1 < story.length(); i++) {
                double logprob = logprobOfNext(executor, story, i);
                if ((story.flags()[i + 1] & Document.PREDICT) != 0) {
                    sum -= logprob;
                    count++;
                }
            }
        }
        return sum / count;
    }

    /** A bias that no other token can beat makes the executor take the next token and tell its log-probability. */
    private static double logprobOfNext(CpuModelExecutor executor, Document story, int position) {
        SamplingParams forced =
                new SamplingParams(0f, 1f, 0, 0f, 1f, 0f, 0f, Map.of(story.ids()[position + 1], 100f), 0L);
        int[] blocks = IntStream.range(0, executor.spec().blockCount()).toArray();
        CandidateRequest request = new CandidateRequest(forced, position + 1, story.ids(), position + 1, 0, false);
        BatchRow row = new BatchRow(story.ids(), position, 1, position, blocks, request);
        return Objects.requireNonNull(
                        executor.execute(new Batch(List.of(row))).candidates().getFirst())
                .logprob();
    }
}
