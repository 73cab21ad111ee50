package io.tokenrouter.gpu.verify;

import io.tokenrouter.engine.api.SamplingParams;
import io.tokenrouter.engine.executor.Batch;
import io.tokenrouter.engine.executor.BatchRow;
import io.tokenrouter.engine.executor.CandidateRequest;
import io.tokenrouter.engine.executor.ModelExecutor;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** Random sequences of one length on an executor, each in blocks of its own, whose next token can be decoded over and over. */
final class Sequences {

    private final ModelExecutor executor;
    private final int context;
    private final List<int[]> ids = new ArrayList<>();
    private final List<int[]> blocks = new ArrayList<>();

    /** @param context positions before the token that is decoded; they are computed here */
    Sequences(ModelExecutor executor, int count, int context) {
        this.executor = executor;
        this.context = context;
        Random random = new Random(context);
        int perSequence = executor.spec().blocksFor(context + 1);
        for (int i = 0; i < count; i++) {
            ids.add(random.ints(context + 1, 0, executor.spec().vocabularySize())
                    .toArray());
            blocks.add(IntStream.range(i * perSequence, (i + 1) * perSequence).toArray());
        }
        for (int i = 0; i < count; i++) {
            fill(i);
        }
    }

    private void fill(int sequence) {
        int most = executor.spec().maxStepTokens();
        for (int at = 0; at < context; at += most) {
            int count = Math.min(most, context - at);
            execute(new BatchRow(ids.get(sequence), at, count, at, blocks.get(sequence), null));
        }
    }

    /** What is wanted of a decoded token, for the position behind it. */
    CandidateRequest wanted(SamplingParams sampling, int topK, boolean logU) {
        return new CandidateRequest(sampling, context + 1, ids.getFirst(), context, topK, logU);
    }

    /** A step that decodes one token of the first {@code rows} sequences; the same positions every time. */
    Batch decode(int rows, @Nullable CandidateRequest wanted) {
        return new Batch(IntStream.range(0, rows)
                .mapToObj(i -> new BatchRow(ids.get(i), context, 1, context, blocks.get(i), wanted))
                .toList());
    }

    /** A step that reads the first sequence from its start. */
    Batch prefill(CandidateRequest wanted) {
        return new Batch(List.of(new BatchRow(ids.getFirst(), 0, context + 1, 0, blocks.getFirst(), wanted)));
    }

    private void execute(BatchRow row) {
        executor.execute(new Batch(List.of(row)));
    }
}
