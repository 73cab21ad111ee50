package io.tokenrouter.engine.runtime;

import io.tokenrouter.engine.executor.Batch;
import io.tokenrouter.engine.executor.BatchResult;
import io.tokenrouter.engine.executor.BatchRow;
import io.tokenrouter.engine.executor.CandidateRequest;
import io.tokenrouter.engine.executor.ExecutorSpec;
import io.tokenrouter.engine.executor.ModelExecutor;
import io.tokenrouter.engine.executor.TokenCandidate;
import io.tokenrouter.engine.fixtures.FakeModel;
import io.tokenrouter.engine.fixtures.RowDraws;
import io.tokenrouter.engine.sampling.LogitRow;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Draws and judges as real executors do, by rows that are known: a fake model's, made flatter. It keeps nothing and reads whole sequences. */
final class DrawingExecutor implements ModelExecutor {

    private static final float FLATTER = 0.2f;

    private final FakeModel model;
    private final ExecutorSpec spec;
    private final RowDraws draws;

    DrawingExecutor(FakeModel model, ExecutorSpec spec) {
        this.model = model;
        this.spec = spec;
        this.draws = new RowDraws(model.vocabularySize());
    }

    /** Probability of each id behind {@code ids[0 .. length)} at temperature 1. */
    double[] distribution(int[] ids, int length) {
        double[] shares = new double[model.vocabularySize()];
        float[] row = row(ids, length);
        for (int id = 0; id < shares.length; id++) {
            shares[id] = Math.exp(row[id]);
        }
        double total = Arrays.stream(shares).sum();
        return Arrays.stream(shares).map(share -> share / total).toArray();
    }

    private float[] row(int[] ids, int length) {
        return RowDraws.logits(model.row(model.stateOf(ids, length)), FLATTER);
    }

    @Override
    public ExecutorSpec spec() {
        return spec;
    }

    @Override
    public BatchResult execute(Batch batch) {
        List<@Nullable TokenCandidate> candidates = new ArrayList<>();
        for (BatchRow row : batch.rows()) {
            candidates.add(row.candidate() == null ? null : answer(row, row.candidate()));
        }
        return new BatchResult(candidates);
    }

    private TokenCandidate answer(BatchRow row, CandidateRequest wanted) {
        int end = row.start() + row.count();
        for (int draft = 0; draft < wanted.drafts(); draft++) {
            TokenCandidate instead = draws.judge(row(row.ids(), end - wanted.drafts() + draft), wanted, draft);
            if (instead != null) {
                return instead;
            }
        }
        return draws.draw(row(row.ids(), end), wanted);
    }

    @Override
    public TokenCandidate draw(LogitRow own, CandidateRequest wanted) {
        throw new UnsupportedOperationException("it keeps no rows");
    }

    @Override
    public void close() {}
}
