package io.tokenrouter.gpu.candidate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tokenrouter.engine.api.SamplingParams;
import io.tokenrouter.engine.api.TokenMask;
import io.tokenrouter.engine.executor.CandidateRequest;
import io.tokenrouter.engine.executor.RowFusion;
import io.tokenrouter.engine.executor.TokenCandidate;
import io.tokenrouter.engine.executor.Verification;
import io.tokenrouter.engine.sampling.AcceptRule;
import io.tokenrouter.engine.sampling.Fusion;
import io.tokenrouter.engine.sampling.InvalidLogitsException;
import io.tokenrouter.engine.sampling.LogitRow;
import io.tokenrouter.engine.sampling.TokenDistribution;
import io.tokenrouter.gpu.driver.CudaGraph;
import io.tokenrouter.gpu.emulator.Emulator;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** What concerns whole passes: drafts, rows for the host, rows of which there is no token, rows that nobody asked for. */
class CandidatePassTest {

    private static final int HIDDEN = 8;

    private final RandomRequests some = new RandomRequests(8);

    @Test
    void draftsAreJudgedAsTheEngineDoes() {
        int vocabularySize = 400;
        int drafts = 7;
        try (StageFixture fixture = new StageFixture(vocabularySize, drafts + 1, HIDDEN)) {
            List<AcceptRule> rules = List.of(
                    AcceptRule.GREEDY,
                    new AcceptRule.MaxLoss(0),
                    new AcceptRule.MaxLoss(4),
                    new AcceptRule.MaxLoss(1000),
                    AcceptRule.EXACT,
                    new AcceptRule.Cascade(AcceptRule.Deferral.TOKEN, 0.2f));
            int stood = 0;
            int fell = 0;
            for (int pass = 0; pass < 48; pass++) {
                List<float[]> rows = some.rows(vocabularySize, drafts + 1);
                int[] history = some.random.ints(20 + drafts, 0, vocabularySize).toArray();
                for (int i = 0; i < drafts; i++) {
                    if (some.random.nextInt(3) > 0) {
                        history[20 + i] = best(rows.get(i));
                    }
                }
                List<TokenMask> allowed = pass % 3 > 0
                        ? List.of()
                        : IntStream.range(0, drafts)
                                .mapToObj(i -> some.someOf(vocabularySize))
                                .toList();
                Verification judged = new Verification(
                        rules.get(pass % rules.size()), Collections.nCopies(drafts, null), new ArrayList<>(allowed));
                CandidateRequest request = new CandidateRequest(
                        pass / rules.size() % 2 == 0 ? SamplingParams.GREEDY : some.sampling(),
                        20 + drafts,
                        history,
                        10,
                        3,
                        true,
                        false,
                        List.of(),
                        null,
                        null,
                        judged);
                @Nullable
                TokenCandidate[] made = fixture.check(
                        rows,
                        Collections.nCopies(drafts + 1, request),
                        IntStream.rangeClosed(0, drafts).toArray());
                for (int i = 0; i < drafts; i++) {
                    stood += made[i] == null ? 1 : 0;
                    fell += made[i] == null ? 0 : 1;
                }
            }
            assertThat(stood).isGreaterThan(20);
            assertThat(fell).isGreaterThan(20);
        }
    }

    @Test
    void rowsDistributionsAndFusionsComeFromTheHost() {
        int vocabularySize = 300;
        try (StageFixture fixture = new StageFixture(vocabularySize, 4, HIDDEN)) {
            List<float[]> rows = some.rows(vocabularySize, 4);
            SamplingParams sampling = some.sampled(1f, 1f, 0, 0f);
            LogitRow other = LogitRow.copyOf(rows.get(2), 0, vocabularySize);
            RowFusion fusion = new RowFusion(Fusion.of(Fusion.Space.LOGPROB, 0.5f, 0.5f), Arrays.asList(other, null));
            CandidateRequest plain = some.request(vocabularySize, sampling, null);
            @Nullable
            TokenCandidate[] made = fixture.check(
                    rows,
                    List.of(
                            whole(sampling, true, false, null),
                            whole(sampling, false, true, null),
                            plain,
                            whole(sampling, false, false, fusion)));
            assertThat(fixture.stage.hostCount()).isEqualTo(3);
            for (int id = 0; id < vocabularySize; id++) {
                assertThat(made[0].row().logit(id)).isEqualTo(rows.get(0)[id]);
            }
            assertThat(made[1].distribution().probability(made[1].token())).isPositive();
            TokenCandidate drawn = fixture.stage.draw(
                    LogitRow.copyOf(rows.get(3), 0, vocabularySize), whole(sampling, false, false, fusion));
            assertThat(drawn.token()).isEqualTo(made[3].token());
            assertThat(drawn.logprob()).isEqualTo(made[3].logprob());
        }
    }

    @Test
    void whatATokenWasDrawnFromIsCertainWhereNothingIsDrawn() {
        try (StageFixture fixture = new StageFixture(300, 1, HIDDEN)) {
            CandidateRequest request = whole(SamplingParams.GREEDY, false, true, null);
            TokenCandidate made = fixture.check(some.rows(300, 1), List.of(request))[0];
            assertThat(made.distribution()).isEqualTo(TokenDistribution.certain(made.token()));
            assertThat(fixture.stage.hostCount()).isZero();
        }
    }

    @Test
    void theFewIdsThatTruncationLeavesAreListedByTheDevice() {
        int vocabularySize = 1500;
        try (StageFixture fixture = new StageFixture(vocabularySize, 6, HIDDEN)) {
            List<float[]> rows = new ArrayList<>();
            for (int i = 0; i < 6; i++) {
                rows.add(some.peaked(vocabularySize));
            }
            List<SamplingParams> truncated = List.of(
                    some.sampled(1f, 0.9f, 0, 0f),
                    some.sampled(0.7f, 1f, 50, 0f),
                    some.sampled(1f, 1f, 0, 0.01f),
                    some.sampled(1.5f, 0.8f, 20, 0.1f),
                    some.sampled(1f, 0.95f, 0, 0.02f),
                    some.sampled(1f, 1f, 1000, 0f));
            fixture.check(
                    rows,
                    truncated.stream()
                            .map(sampling -> whole(sampling, false, true, null))
                            .toList());
            assertThat(fixture.stage.hostCount()).isZero();
        }
    }

    @Test
    void rowsThatAreNoLogitsEndThePass() {
        int vocabularySize = 4100;
        try (StageFixture fixture = new StageFixture(vocabularySize, 3, HIDDEN)) {
            List<CandidateRequest> requests =
                    Collections.nCopies(3, some.request(vocabularySize, SamplingParams.GREEDY, null));
            List<float[]> rows = some.rows(vocabularySize, 3);
            rows.get(1)[4099] = Float.NaN;
            assertThatThrownBy(() -> fixture.run(rows, requests))
                    .isInstanceOf(InvalidLogitsException.class)
                    .hasMessage("the model's logit of token id 4099 is NaN");
            rows.get(1)[4099] = Float.POSITIVE_INFINITY;
            assertThatThrownBy(() -> fixture.run(rows, requests)).hasMessageEndingWith("4099 is Infinity");
            Arrays.fill(rows.get(1), Float.NEGATIVE_INFINITY);
            assertThatThrownBy(() -> fixture.run(rows, requests)).hasMessageEndingWith("are negative infinity");
            rows.get(1)[17] = 1;
            fixture.check(rows, requests);
            CandidateRequest masked = some.request(vocabularySize, SamplingParams.GREEDY, TokenMask.below(17));
            assertThatThrownBy(() -> fixture.run(rows, List.of(masked, masked)))
                    .hasMessageEndingWith("are negative infinity");
        }
    }

    /** A graph is captured once; which rows of it are wanted, and what of them, is decided by each pass. */
    @Test
    void rowsThatNobodyAskedForAreLeftAlone() {
        int vocabularySize = 600;
        try (StageFixture fixture = new StageFixture(vocabularySize, 8, HIDDEN)) {
            CudaGraph graph = fixture.context().call(() -> fixture.stream().capture(() -> fixture.stage.enqueue(8)));
            List<float[]> rows = some.rows(vocabularySize, 8);
            rows.get(7)[3] = Float.NaN;
            for (int count : new int[] {7, 1, 4}) {
                List<CandidateRequest> requests = IntStream.range(0, count)
                        .mapToObj(i -> some.request(vocabularySize, some.sampling(), null))
                        .toList();
                @Nullable
                TokenCandidate[] expected = fixture.check(rows.subList(0, 7).subList(0, count), requests);
                fixture.logits(rows);
                fixture.stage.prepare(requests, new int[count]);
                fixture.context().step(fixture.stream(), () -> {
                    fixture.stage.enqueueUpload();
                    fixture.stream().launch(graph);
                    fixture.stage.enqueueDownload();
                });
                @Nullable TokenCandidate[] made = fixture.stage.read();
                for (int i = 0; i < count; i++) {
                    assertThat(made[i].token()).isEqualTo(expected[i].token());
                    assertThat(made[i].logprob()).isEqualTo(expected[i].logprob());
                }
            }
            fixture.context().call(() -> {
                graph.destroy();
                return true;
            });
        }
    }

    @Test
    void allMemoryIsGivenBack() {
        long before = Emulator.allocations(0);
        new StageFixture(100, 2, HIDDEN).close();
        assertThat(Emulator.allocations(0)).isEqualTo(before);
    }

    private static CandidateRequest whole(
            SamplingParams sampling, boolean row, boolean distribution, @Nullable RowFusion fusion) {
        return new CandidateRequest(
                sampling, 3, new int[3], 3, 2, false, distribution, List.of(), null, null, null, row, fusion);
    }

    private static int best(float[] row) {
        int best = 0;
        for (int id = 1; id < row.length; id++) {
            best = row[id] > row[best] ? id : best;
        }
        return best;
    }
}
