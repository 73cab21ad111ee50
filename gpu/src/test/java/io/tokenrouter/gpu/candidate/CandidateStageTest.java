package io.tokenrouter.gpu.candidate;

import static org.assertj.core.api.Assertions.assertThat;

import io.tokenrouter.engine.api.SamplingParams;
import io.tokenrouter.engine.api.TokenMask;
import io.tokenrouter.engine.executor.CandidateRequest;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Candidates of a device against those of the engine's own classes. */
class CandidateStageTest {

    private static final int HIDDEN = 8;

    private final RandomRequests some = new RandomRequests(7);

    @ParameterizedTest
    @ValueSource(ints = {1, 7, 64, 1000, 5000, 50_003})
    void signalsAndTokensAreThoseOfTheEngine(int vocabularySize) {
        int count = vocabularySize > 10_000 ? 6 : 18;
        try (StageFixture fixture = new StageFixture(vocabularySize, count, HIDDEN)) {
            for (int pass = 0; pass < (vocabularySize > 10_000 ? 2 : 6); pass++) {
                List<CandidateRequest> requests = new ArrayList<>();
                for (int i = 0; i < count; i++) {
                    requests.add(some.request(vocabularySize, some.sampling(), null));
                }
                fixture.check(some.rows(vocabularySize, count), requests);
            }
        }
    }

    @Test
    void whatRequestsAskOftenNeedsNoRowOnTheHost() {
        int vocabularySize = 5000;
        try (StageFixture fixture = new StageFixture(vocabularySize, 8, HIDDEN)) {
            float[] row = some.peaked(vocabularySize);
            List<SamplingParams> often = List.of(
                    SamplingParams.GREEDY,
                    some.sampled(1f, 1f, 0, 0f),
                    some.sampled(0.7f, 0.95f, 0, 0f),
                    some.sampled(0.8f, 0.9f, 40, 0.05f),
                    some.sampled(1f, 1f, 1000, 0f),
                    some.sampled(1f, 1f, 0, 0.05f),
                    some.penalised());
            List<CandidateRequest> requests = often.stream()
                    .map(sampling -> some.request(vocabularySize, sampling, TokenMask.below(4000)))
                    .toList();
            fixture.check(often.stream().map(each -> row).toList(), requests);
            assertThat(fixture.stage.hostCount()).isZero();
        }
    }

    /** Truncation that leaves thousands of ids is the host's. */
    @Test
    void drawsFromManyIdsAreRightToo() {
        int vocabularySize = 5000;
        try (StageFixture fixture = new StageFixture(vocabularySize, 6, HIDDEN)) {
            List<float[]> rows = some.rows(vocabularySize, 6);
            for (SamplingParams sampling : List.of(
                    some.sampled(2f, 0.99f, 0, 0f),
                    some.sampled(1f, 1f, 3000, 0f),
                    some.sampled(2f, 1f, 0, 1e-6f),
                    some.sampled(2f, 0.3f, 0, 0f))) {
                fixture.check(
                        rows,
                        rows.stream()
                                .map(row -> some.request(vocabularySize, sampling, null))
                                .toList());
            }
            assertThat(fixture.stage.hostCount()).isPositive();
        }
    }

    @Test
    void masksBiasesAndPenaltiesChangeTheDrawAndNotTheSignals() {
        int vocabularySize = 3000;
        int count = 20;
        try (StageFixture fixture = new StageFixture(vocabularySize, count, HIDDEN)) {
            for (int pass = 0; pass < 3; pass++) {
                List<CandidateRequest> requests = new ArrayList<>();
                for (int i = 0; i < count; i++) {
                    SamplingParams sampling = i % 3 == 0 ? some.sampling() : some.penalised();
                    TokenMask allowed = i % 2 == 0 ? null : some.someOf(vocabularySize);
                    requests.add(some.request(vocabularySize, sampling, allowed));
                }
                fixture.check(some.rows(vocabularySize, count), requests);
            }
        }
    }

    @Test
    void reportedIdsAreTheBestOrThoseThatAreToBeScored() {
        int vocabularySize = 2500;
        try (StageFixture fixture = new StageFixture(vocabularySize, 6, HIDDEN)) {
            List<float[]> rows = some.rows(vocabularySize, 6);
            for (int topK : new int[] {0, 1, 20, 128}) {
                fixture.check(
                        rows,
                        Arrays.asList(
                                reporting(topK, null),
                                reporting(topK, null),
                                reporting(topK, null),
                                reporting(topK, null),
                                reporting(topK, null),
                                reporting(topK, null)));
            }
            int[] few = {5, 2499, 0, 5};
            int[] many = IntStream.range(0, 200).toArray();
            fixture.check(
                    rows,
                    Arrays.asList(
                            reporting(3, few),
                            reporting(0, few),
                            reporting(5, null),
                            reporting(0, many),
                            reporting(0, new int[0]),
                            reporting(7, few)));
            assertThat(fixture.stage.hostCount()).isEqualTo(1);
        }
    }

    private static CandidateRequest reporting(int topK, int @Nullable [] scored) {
        return new CandidateRequest(
                SamplingParams.GREEDY, 3, new int[3], 3, topK, true, false, List.of(), null, scored, null);
    }
}
