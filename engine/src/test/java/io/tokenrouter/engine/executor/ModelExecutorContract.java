package io.tokenrouter.engine.executor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.data.Offset.offset;

import io.tokenrouter.engine.api.SamplingParams;
import io.tokenrouter.engine.api.TokenMask;
import io.tokenrouter.engine.sampling.AcceptRule;
import io.tokenrouter.engine.sampling.Fusion;
import io.tokenrouter.engine.sampling.InvalidLogitsException;
import io.tokenrouter.engine.sampling.LogitRow;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.assertj.core.data.Offset;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * What every executor must hold, whatever its device: a row's candidate depends on the ids of its sequence and its request
 * alone. Extend it, and let {@link #open} give an executor with at least 64 ids, 96 positions of context, 40 blocks, 8 rows and
 * 128 new ids a step.
 *
 * <p>Numbers must be equal within {@link #tolerance}, ids always.
 */
public abstract class ModelExecutorContract {

    private static final SamplingParams DRAWN =
            new SamplingParams(0.8f, 0.9f, 0, 0f, 1.1f, 0.2f, 0.1f, java.util.Map.of(3, 1.5f), 7);

    private ModelExecutor executor;
    private Random random;

    /** A fresh executor of one fixed model; closed after the test. */
    protected abstract ModelExecutor open();

    /** Largest difference of a number between two ways to the same row; 0 asks for the same bits. */
    protected abstract float tolerance();

    @BeforeEach
    void openExecutor() {
        executor = open();
        random = new Random(11);
    }

    @AfterEach
    void closeExecutor() {
        executor.close();
    }

    @Test
    void aCandidateIsTheSameHoweverTheIdsWereCutIntoExtends() {
        int[] ids = ids(61);
        TokenCandidate whole = candidateOf(ids, blocks(0, 61), 61);
        for (int cut : new int[] {1, 2, 3, 5, 8, 16, 17, 60}) {
            same(candidateOf(ids, blocks(0, 61), cut), whole);
        }
    }

    @Test
    void aCandidateIsTheSameWhereverItsBlocksLie() {
        int[] ids = ids(50);
        TokenCandidate inOrder = candidateOf(ids, blocks(0, 50), 50);
        for (int i = 0; i < 5; i++) {
            List<Integer> all = new ArrayList<>();
            for (int block = 0; block < executor.spec().blockCount(); block++) {
                all.add(block);
            }
            Collections.shuffle(all, random);
            int[] shuffled = all.stream()
                    .limit(executor.spec().blocksFor(50))
                    .mapToInt(Integer::intValue)
                    .toArray();
            same(candidateOf(ids, shuffled, 13), inOrder);
        }
    }

    @Test
    void aCandidateIsTheSameInAnyCompany() {
        int sequences = 8;
        int[][] ids = new int[sequences][];
        TokenCandidate[] alone = new TokenCandidate[sequences];
        for (int i = 0; i < sequences; i++) {
            ids[i] = ids(9 + i);
            alone[i] = candidateOf(ids[i], blocks(0, ids[i].length), ids[i].length);
        }
        for (int size = 2; size <= sequences; size++) {
            List<BatchRow> prefix = new ArrayList<>();
            List<BatchRow> rest = new ArrayList<>();
            for (int i = 0; i < size; i++) {
                int[] blocks = blocks(i * 3, ids[i].length);
                int known = i % 3 == 0 ? 0 : ids[i].length - i % 3;
                if (known > 0) {
                    prefix.add(new BatchRow(ids[i], 0, known, 0, blocks, null));
                }
                rest.add(new BatchRow(ids[i], known, ids[i].length - known, known, blocks, drawn(ids[i])));
            }
            executor.execute(new Batch(prefix));
            List<@Nullable TokenCandidate> made =
                    executor.execute(new Batch(rest)).candidates();
            for (int i = 0; i < size; i++) {
                same(made.get(i), alone[i]);
            }
        }
    }

    @Test
    void sequencesMayShareTheBlocksOfTheirCommonPrefix() {
        int shared = 2 * executor.spec().blockSize();
        int[] first = ids(shared + 5);
        int[] second = Arrays.copyOf(first, shared + 9);
        for (int i = shared; i < second.length; i++) {
            second[i] = random.nextInt(64);
        }
        TokenCandidate alone = candidateOf(second, blocks(10, second.length), second.length);
        candidateOf(first, blocks(0, first.length), first.length);
        int[] blocks = blocks(20, second.length);
        System.arraycopy(blocks(0, shared), 0, blocks, 0, 2);
        BatchRow row = new BatchRow(second, shared, second.length - shared, shared, blocks, drawn(second));
        same(executor.execute(new Batch(List.of(row))).candidates().getFirst(), alone);
    }

    @Test
    void whatWasWrittenBeyondAPositionIsForgottenByExtendingFromThere() {
        int[] ids = ids(40);
        TokenCandidate straight = candidateOf(ids, blocks(0, 40), 40);
        int[] astray = ids.clone();
        for (int i = 20; i < 40; i++) {
            astray[i] = random.nextInt(64);
        }
        candidateOf(astray, blocks(5, 40), 40);
        BatchRow row = new BatchRow(ids, 20, 20, 20, blocks(5, 40), drawn(ids));
        same(executor.execute(new Batch(List.of(row))).candidates().getFirst(), straight);
    }

    @Test
    void rowsThatAskForNothingGetNothing() {
        int[] ids = ids(4);
        Batch batch = new Batch(List.of(
                new BatchRow(ids, 0, 4, 0, blocks(0, 4), null), new BatchRow(ids, 0, 4, 0, blocks(1, 4), drawn(ids))));
        List<@Nullable TokenCandidate> made = executor.execute(batch).candidates();
        assertThat(made).hasSize(2);
        assertThat(made.getFirst()).isNull();
        assertThat(made.getLast()).isNotNull();
    }

    @Test
    void signalsAgreeWithTheReportedDistribution() {
        int[] ids = ids(12);
        CandidateRequest greedy = new CandidateRequest(SamplingParams.GREEDY, 12, ids, 12, 5, true);
        BatchRow row = new BatchRow(ids, 0, 12, 0, blocks(0, 12), greedy);
        TokenCandidate made =
                executor.execute(new Batch(List.of(row))).candidates().getFirst();
        assertThat(made.topIds()).hasSize(5).doesNotHaveDuplicates();
        assertThat(made.token()).isEqualTo(made.topIds()[0]);
        assertThat(made.logprob()).isEqualTo(made.topLogprobs()[0]);
        assertThat(made.topProb()).isCloseTo((float) Math.exp(made.logprob()), within());
        assertThat(made.margin())
                .isCloseTo((float) (Math.exp(made.topLogprobs()[0]) - Math.exp(made.topLogprobs()[1])), within());
        assertThat(made.entropy())
                .isBetween(0f, (float) Math.log(executor.spec().vocabularySize()));
    }

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

    private TokenCandidate candidate(int[] ids, CandidateRequest request, int firstBlock) {
        BatchRow row = new BatchRow(ids, 0, ids.length, 0, blocks(firstBlock, ids.length), request);
        TokenCandidate made =
                executor.execute(new Batch(List.of(row))).candidates().getFirst();
        assertThat(made).isNotNull();
        return made;
    }

    @Test
    void badRowsAreRefusedAndHurtNoSequence() {
        int[] ids = ids(30);
        TokenCandidate straight = candidateOf(ids, blocks(0, 30), 30);
        executor.execute(new Batch(List.of(new BatchRow(ids, 0, 29, 0, blocks(0, 30), null))));
        ExecutorSpec spec = executor.spec();
        BatchRow good = new BatchRow(ids, 0, 5, 0, blocks(4, 5), drawn(ids));
        int[] badId = {spec.vocabularySize()};
        int[] deep = new int[spec.blocksFor(spec.contextLength()) + 1];
        refused(good, new BatchRow(badId, 0, 1, 0, blocks(0, 1), null));
        refused(good, new BatchRow(new int[] {-1}, 0, 1, 0, blocks(0, 1), null));
        refused(good, new BatchRow(ids, 0, 0, 0, blocks(0, 1), null));
        refused(good, new BatchRow(ids, 20, 11, 0, blocks(0, 11), null));
        refused(good, new BatchRow(ids, 0, 1, 0, new int[0], null));
        refused(good, new BatchRow(ids, 0, 1, 0, new int[] {spec.blockCount()}, null));
        refused(good, new BatchRow(ids, 0, 1, 0, new int[] {-1}, null));
        refused(good, new BatchRow(ids, 0, 1, spec.contextLength(), deep, null));
        refused(good, new BatchRow(ids, 0, 1, Integer.MAX_VALUE, deep, null));
        refused(Collections.nCopies(spec.maxRows() + 1, good).toArray(BatchRow[]::new));
        BatchRow last = new BatchRow(ids, 29, 1, 29, blocks(0, 30), drawn(ids));
        same(executor.execute(new Batch(List.of(last))).candidates().getFirst(), straight);
    }

    @Test
    void anEmptyStepIsNoError() {
        assertThat(executor.execute(new Batch(List.of())).candidates()).isEmpty();
    }

    private void refused(BatchRow... rows) {
        assertThatIllegalArgumentException().isThrownBy(() -> executor.execute(new Batch(List.of(rows))));
    }

    /** Extends a sequence from nothing in steps of {@code cut} ids. */
    private TokenCandidate candidateOf(int[] ids, int[] blocks, int cut) {
        TokenCandidate made = null;
        for (int from = 0; from < ids.length; from += cut) {
            int count = Math.min(cut, ids.length - from);
            boolean last = from + count == ids.length;
            BatchRow row = new BatchRow(ids, from, count, from, blocks, last ? drawn(ids) : null);
            made = executor.execute(new Batch(List.of(row))).candidates().getFirst();
        }
        assertThat(made).isNotNull();
        return made;
    }

    private static CandidateRequest drawn(int[] ids) {
        return new CandidateRequest(DRAWN, ids.length, ids, ids.length / 2, 20, true);
    }

    private int[] ids(int count) {
        return random.ints(count, 0, 64).toArray();
    }

    private int[] blocks(int from, int positions) {
        int[] blocks = new int[executor.spec().blocksFor(positions)];
        Arrays.setAll(blocks, i -> from + i);
        return blocks;
    }

    private void same(@Nullable TokenCandidate actual, TokenCandidate expected) {
        assertThat(actual).isNotNull();
        assertThat(actual.token()).isEqualTo(expected.token());
        assertThat(actual.topIds()).isEqualTo(expected.topIds());
        assertThat(numbers(actual)).hasSameSizeAs(numbers(expected));
        for (int i = 0; i < numbers(actual).size(); i++) {
            float a = numbers(actual).get(i);
            float b = numbers(expected).get(i);
            assertThat(Float.compare(a, b) == 0 || Math.abs(a - b) <= tolerance())
                    .as("%s against %s", actual, expected)
                    .isTrue();
        }
    }

    private static List<Float> numbers(TokenCandidate candidate) {
        List<Float> numbers = new ArrayList<>(List.of(
                candidate.logprob(),
                candidate.entropy(),
                candidate.topProb(),
                candidate.margin(),
                candidate.au(),
                candidate.eu()));
        for (float logprob : candidate.topLogprobs()) {
            numbers.add(logprob);
        }
        return numbers;
    }

    private static Offset<Float> within() {
        return offset(1e-5f);
    }
}
