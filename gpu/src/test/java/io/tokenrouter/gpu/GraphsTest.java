package io.tokenrouter.gpu;

import static org.assertj.core.api.Assertions.assertThat;

import io.tokenrouter.engine.api.SamplingParams;
import io.tokenrouter.engine.executor.Batch;
import io.tokenrouter.engine.executor.BatchRow;
import io.tokenrouter.engine.executor.CandidateRequest;
import io.tokenrouter.engine.executor.StepGraphs;
import io.tokenrouter.engine.executor.TokenCandidate;
import io.tokenrouter.engine.fixtures.RandomModel;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class GraphsTest {

    private static final RandomModel MODEL = RandomModel.tiny(9);

    @Test
    void sizesHoldWhatTheyAreFor() {
        for (int count = 1; count <= Buckets.LARGEST; count++) {
            assertThat(Buckets.of(count)).isBetween(count, 2 * count);
        }
        assertThat(Buckets.of(0)).isZero();
        assertThat(IntStream.of(0, 1, 2, 3, 5, 33, 64).map(Buckets::ofRows)).containsExactly(0, 1, 2, 4, 8, 64, 64);
        assertThat(Buckets.upTo(20)).containsExactly(1, 2, 4, 8, 16);
        assertThat(IntStream.rangeClosed(1, 9).map(Buckets::ofChunks)).containsExactly(1, 2, 4, 4, 8, 8, 8, 8, 16);
    }

    @Test
    void aStepIsCapturedOnceForItsSizeAndReplayedAfterwards() {
        try (CudaModelExecutor executor = TestExecutors.gpu(MODEL, true)) {
            step(executor, 3, 1);
            assertThat(executor.graphs()).contains(new StepGraphs(0, 1, 0));
            step(executor, 4, 1);
            step(executor, 3, 1);
            assertThat(executor.graphs()).contains(new StepGraphs(2, 1, 0));
            step(executor, 2, 1);
            step(executor, 3, 5);
            assertThat(executor.graphs()).contains(new StepGraphs(2, 3, 0));
            step(executor, 1, Buckets.LARGEST + 1);
            assertThat(executor.graphs()).contains(new StepGraphs(2, 3, 1));
        }
    }

    @Test
    void withoutGraphsEveryStepIsPlainAndHasTheSameAnswers() {
        try (CudaModelExecutor with = TestExecutors.gpu(MODEL, true);
                CudaModelExecutor without = TestExecutors.gpu(MODEL, false)) {
            for (int rows : new int[] {1, 3, 5, 3}) {
                List<TokenCandidate> expected = step(without, rows, 4);
                List<TokenCandidate> made = step(with, rows, 4);
                for (int row = 0; row < rows; row++) {
                    assertThat(made.get(row).token())
                            .isEqualTo(expected.get(row).token());
                    assertThat(made.get(row).topIds())
                            .isEqualTo(expected.get(row).topIds());
                }
            }
            assertThat(without.graphs()).contains(new StepGraphs(0, 0, 4));
            assertThat(without.spec().stepSizes()).isEmpty();
            assertThat(with.spec().stepSizes()).containsExactly(1, 2, 4, 8, 16);
        }
    }

    /** Tokens that only fill a step up must leave every block alone, also the first. */
    @Test
    void paddingTouchesNoSequence() {
        try (CudaModelExecutor executor = TestExecutors.gpu(MODEL, true)) {
            int[] ids = ids(21, 0);
            int[] blocks = {0, 1};
            TokenCandidate straight = extend(executor, ids, 0, 21, blocks);
            extend(executor, ids, 0, 20, blocks);
            for (int others : new int[] {3, 5, 7, 9}) {
                List<BatchRow> rows = new ArrayList<>();
                for (int row = 0; row < others; row++) {
                    rows.add(new BatchRow(ids(2, row), 0, 2, 0, new int[] {5 + row}, null));
                }
                executor.execute(new Batch(rows));
            }
            TokenCandidate made = extend(executor, ids, 20, 1, blocks);
            assertThat(made.token()).isEqualTo(straight.token());
            assertThat(made.topIds()).isEqualTo(straight.topIds());
        }
    }

    private static TokenCandidate extend(CudaModelExecutor executor, int[] ids, int from, int count, int[] blocks) {
        BatchRow row = new BatchRow(ids, from, count, from, blocks, request(ids, from + count));
        return executor.execute(new Batch(List.of(row))).candidates().getFirst();
    }

    private static List<TokenCandidate> step(CudaModelExecutor executor, int rows, int count) {
        List<BatchRow> batch = new ArrayList<>();
        for (int row = 0; row < rows; row++) {
            int[] ids = ids(count, row);
            int[] blocks = IntStream.range(5 * row, 5 * row + 5)
                    .map(block -> block % 40)
                    .toArray();
            batch.add(new BatchRow(ids, 0, count, 0, blocks, request(ids, count)));
        }
        return executor.execute(new Batch(batch)).candidates();
    }

    private static CandidateRequest request(int[] ids, int position) {
        return new CandidateRequest(SamplingParams.GREEDY, position, ids, position, 5, false);
    }

    private static int[] ids(int count, long seed) {
        return new Random(seed).ints(count, 0, 64).toArray();
    }
}
