package io.tokenrouter.engine.executor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.data.Offset.offset;

import io.tokenrouter.engine.api.SamplingParams;
import io.tokenrouter.engine.api.TokenMask;
import io.tokenrouter.engine.sampling.AcceptRule;
import io.tokenrouter.engine.sampling.Fusion;
import io.tokenrouter.engine.sampling.InvalidLogitsException;
import io.tokenrouter.engine.sampling.LogitRow;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** What every executor must hold of the token that it draws, and of drafts that it judges. */
public abstract class DrawnTokensContract extends ExecutorContract {

    @Test
    void aMaskDecidesWhatIsDrawnInItsRowAndNothingElse() {
        int[] ids = ids(12);
        CandidateRequest free = new CandidateRequest(SamplingParams.GREEDY, 12, ids, 12, 5, true);
        TokenCandidate unmasked = candidate(ids, free, 0);
        TokenMask others = TokenMask.ofIds(IntStream.range(0, 64)
                .filter(id -> id != unmasked.topIds()[0] && id != unmasked.topIds()[1])
                .toArray());
        CandidateRequest masked = new CandidateRequest(SamplingParams.GREEDY, 12, ids, 12, 5, true, others);
        List<@Nullable TokenCandidate> both = executor.execute(new Batch(List.of(
                        new BatchRow(ids, 0, 12, 0, blocks(0, 12), masked),
                        new BatchRow(ids, 0, 12, 0, blocks(10, 12), free))))
                .candidates();
        TokenCandidate made = candidate(ids, masked, 20);
        same(both.getFirst(), made);
        same(both.getLast(), unmasked);
        assertThat(made.token()).isEqualTo(unmasked.topIds()[2]);
        assertThat(made.logprob()).isEqualTo(unmasked.topLogprobs()[2]);
        assertThat(made.topIds()).isEqualTo(unmasked.topIds());
        assertThat(made.entropy()).isEqualTo(unmasked.entropy());
        int only = unmasked.topIds()[4];
        CandidateRequest forced = new CandidateRequest(DRAWN, 12, ids, 12, 0, false, TokenMask.ofIds(only));
        assertThat(candidate(ids, forced, 0).token()).isEqualTo(only);
    }

    @Test
    void draftsStandUpToTheFirstThatTheModelWouldNotHaveWritten() {
        int prompt = 9;
        int[] own = written(ids(prompt), 6);
        for (int good = 0; good <= 6; good++) {
            int[] drafted = own.clone();
            for (int i = prompt + good; i < drafted.length; i++) {
                drafted[i] = (drafted[i] + 1) % 64;
            }
            TokenCandidate made = candidate(drafted, judging(drafted, prompt, 6, AcceptRule.GREEDY), 0);
            int[] before = Arrays.copyOf(drafted, prompt + good);
            assertThat(made.accepted()).isEqualTo(good);
            same(made, candidate(before, new CandidateRequest(DRAWN, before.length, before, prompt, 20, true), 20));
        }
    }

    @Test
    void aJudgementIsTheSameInAnyCompanyAndHoweverTheIdsBeforeItWereCut() {
        int prompt = 20;
        int[] ids = ids(prompt + 4);
        for (AcceptRule rule : List.of(
                AcceptRule.GREEDY,
                AcceptRule.EXACT,
                new AcceptRule.MaxLoss(4),
                new AcceptRule.Cascade(AcceptRule.Deferral.TOKEN, 0.05f))) {
            CandidateRequest request = judging(ids, prompt, 4, rule);
            TokenCandidate alone = candidate(ids, request, 0);
            for (int known : new int[] {1, 7, 19}) {
                int[] blocks = blocks(10, ids.length);
                executor.execute(new Batch(List.of(new BatchRow(ids, 0, known, 0, blocks, null))));
                int[] other = ids(5);
                List<@Nullable TokenCandidate> made = executor.execute(new Batch(List.of(
                                new BatchRow(other, 0, 5, 0, blocks(30, 5), drawn(other)),
                                new BatchRow(ids, known, ids.length - known, known, blocks, request))))
                        .candidates();
                same(made.getLast(), alone);
                assertThat(made.getLast().accepted()).isEqualTo(alone.accepted());
            }
        }
    }

    @Test
    void aRowTooShortForItsDraftsIsRefused() {
        int[] ids = ids(12);
        CandidateRequest four = judging(ids, 8, 4, AcceptRule.GREEDY);
        executor.execute(new Batch(List.of(new BatchRow(ids, 0, 8, 0, blocks(0, 12), null))));
        refused(new BatchRow(ids, 8, 4, 8, blocks(0, 12), four));
    }

    @Test
    void scoredIdsAreReportedInTheirOrder() {
        int[] ids = ids(12);
        TokenCandidate all = candidate(ids, new CandidateRequest(SamplingParams.GREEDY, 12, ids, 12, 64, false), 0);
        int[] scored = {all.topIds()[7], all.topIds()[3], all.topIds()[20]};
        CandidateRequest request = new CandidateRequest(
                SamplingParams.GREEDY, 12, ids, 0, 0, false, false, List.of(), TokenMask.ofIds(scored), scored, null);
        TokenCandidate made = candidate(ids, request, 0);
        assertThat(made.token()).isEqualTo(scored[1]);
        assertThat(made.topIds()).isEqualTo(scored);
        assertThat(made.topLogprobs())
                .containsExactly(all.topLogprobs()[7], all.topLogprobs()[3], all.topLogprobs()[20]);
    }

    @Test
    void aKeptDistributionIsThatOfTheDraw() {
        int[] ids = ids(12);
        SamplingParams drawn = SamplingParams.GREEDY.withTemperature(0.7f);
        CandidateRequest request =
                new CandidateRequest(drawn, 12, ids, 12, 64, false, true, List.of(), null, null, null);
        TokenCandidate made = candidate(ids, request, 0);
        assertThat(made.distribution()).isNotNull();
        double total = 0;
        for (float logprob : made.topLogprobs()) {
            total += Math.exp(logprob / 0.7);
        }
        for (int rank = 0; rank < 64; rank++) {
            assertThat(made.distribution().probability(made.topIds()[rank]))
                    .isCloseTo((float) (Math.exp(made.topLogprobs()[rank] / 0.7) / total), offset(0.02f));
        }
    }

    @Test
    void aRowThatWasAskedForIsTheModelsOwnAndDrawsTheSameElsewhere() {
        int[] first = ids(12);
        int[] second = ids(9);
        CandidateRequest plain = drawn(first);
        TokenCandidate alone = candidate(first, plain, 0);
        TokenCandidate made = candidate(first, drawn(first, true, null), 0);
        same(made, alone);
        LogitRow row = made.row();
        assertThat(row).isNotNull();
        assertThat(row.size()).isEqualTo(executor.spec().vocabularySize());
        assertThat(row.logit(alone.topIds()[0]) - row.logit(alone.topIds()[5]))
                .isCloseTo(alone.topLogprobs()[0] - alone.topLogprobs()[5], within());

        RowFusion ofFirst = new RowFusion(Fusion.of(Fusion.Space.LOGIT, 1f, 0f), Arrays.asList(row, null));
        TokenCandidate fused = candidate(second, drawn(first, false, ofFirst), 20);
        same(fused, alone);
        assertThat(fused.row()).isNull();
    }

    @Test
    void aTokenOfKeptRowsIsTheOneThatAStepDraws() {
        int[] first = ids(12);
        int[] second = ids(9);
        LogitRow own = candidate(first, drawn(first, true, null), 0).row();
        LogitRow other = candidate(second, drawn(second, true, null), 10).row();
        for (Fusion.Space space : Fusion.Space.values()) {
            Fusion rule = Fusion.of(space, 0.7f, 0.3f).withPlausibility(0.01f, 1);
            CandidateRequest wanted = drawn(first, false, new RowFusion(rule, Arrays.asList(null, other)));
            TokenCandidate inAStep = candidate(first, wanted, 20);
            TokenCandidate kept = executor.draw(own, wanted);
            same(kept, inAStep);
            assertThat(kept.row()).isNull();
        }
    }

    @Test
    void aRowThatIsNoneFailsTheStepOfWhoeverWasToDrawFromIt() {
        float[] wrong = new float[executor.spec().vocabularySize()];
        wrong[7] = Float.NaN;
        LogitRow row = LogitRow.copyOf(wrong, 0, wrong.length);
        RowFusion half = new RowFusion(Fusion.of(Fusion.Space.PROB, 0.5f, 0.5f), Arrays.asList(null, row));
        int[] ids = ids(9);
        assertThatExceptionOfType(InvalidLogitsException.class)
                .isThrownBy(() -> candidate(ids, drawn(ids, false, half), 0));
        candidate(ids, drawn(ids), 0);
    }

    private static CandidateRequest drawn(int[] ids, boolean row, @Nullable RowFusion fusion) {
        return new CandidateRequest(
                DRAWN, ids.length, ids, ids.length / 2, 20, true, false, List.of(), null, null, null, row, fusion);
    }

    private static CandidateRequest judging(int[] ids, int prompt, int drafts, AcceptRule rule) {
        return new CandidateRequest(
                DRAWN,
                ids.length,
                ids,
                prompt,
                20,
                true,
                false,
                List.of(),
                null,
                null,
                new Verification(rule, Collections.nCopies(drafts, null), List.of()));
    }

    /** A prompt and what the executor writes after it, one token at a time. */
    private int[] written(int[] prompt, int tokens) {
        int[] ids = prompt;
        for (int i = 0; i < tokens; i++) {
            CandidateRequest request = new CandidateRequest(DRAWN, ids.length, ids, prompt.length, 0, false);
            int next = candidate(ids, request, 0).token();
            ids = Arrays.copyOf(ids, ids.length + 1);
            ids[ids.length - 1] = next;
        }
        return ids;
    }
}
