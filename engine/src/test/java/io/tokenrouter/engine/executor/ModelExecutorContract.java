package io.tokenrouter.engine.executor;

import static org.assertj.core.api.Assertions.assertThat;

import io.tokenrouter.engine.api.SamplingParams;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/**
 * What every executor must hold, whatever its device: a row's candidate depends on the ids of its sequence and its request alone.
 */
public abstract class ModelExecutorContract extends ExecutorContract {

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
}
