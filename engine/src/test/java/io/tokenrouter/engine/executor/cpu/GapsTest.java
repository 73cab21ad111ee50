package io.tokenrouter.engine.executor.cpu;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.tokenrouter.engine.api.SamplingParams;
import io.tokenrouter.engine.executor.Batch;
import io.tokenrouter.engine.executor.BatchRow;
import io.tokenrouter.engine.executor.CandidateRequest;
import io.tokenrouter.engine.executor.TokenCandidate;
import io.tokenrouter.engine.executor.Verification;
import io.tokenrouter.engine.fixtures.RandomHead;
import io.tokenrouter.engine.fixtures.RandomModel;
import io.tokenrouter.engine.heads.Head;
import io.tokenrouter.engine.model.ModelFormatException;
import io.tokenrouter.engine.sampling.AcceptRule;
import io.tokenrouter.engine.tensor.KernelChoice;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Ids that stand for nothing, between others, come out of nothing that is asked of a row. */
class GapsTest {

    private static final int IDS = 96;
    private static final int[] PROMPT = new Random(4).ints(9, 0, IDS).toArray();
    private static final SamplingParams HOT = new SamplingParams(2f, 1f, 0, 0f, 1f, 0f, 0f, Map.of(0, 90f, 7, 90f), 11);

    private final RandomModel model = RandomModel.tiny(5);
    private final CpuDevice device = new CpuDevice(2);

    @AfterEach
    void close() {
        device.close();
    }

    @Test
    void theMostProbableIdsAreGaps() {
        int[] gaps;
        int[] rest;
        try (CpuModelExecutor whole = open()) {
            int[] ranked = run(whole, PROMPT, greedy(IDS)).topIds();
            gaps = Arrays.copyOf(ranked, 40);
            rest = Arrays.copyOfRange(ranked, 40, IDS);
        }
        try (CpuModelExecutor executor = open(gaps)) {
            TokenCandidate made = run(executor, PROMPT, greedy(IDS));
            assertThat(made.token()).isEqualTo(rest[0]);
            assertThat(made.topIds()).containsExactly(rest);
            assertThat(Math.exp(made.topLogprobs()[0])).isBetween(1.0 / IDS, 1.0);
            assertThat(made.entropy()).isBetween(0f, (float) Math.log(rest.length));
            for (int gap : gaps) {
                assertThat(made.row().logit(gap)).isEqualTo(Float.NEGATIVE_INFINITY);
            }
        }
    }

    @Test
    void noDrawBringsOneNotEvenABiasedOne() {
        int[] gaps = {0, 7, 8, 41, 95};
        try (CpuModelExecutor executor = open(gaps)) {
            for (int position = 0; position < 300; position++) {
                CandidateRequest wanted =
                        new CandidateRequest(HOT, 9 + position, PROMPT, 0, 0, false, true, List.of(), null, null, null);
                TokenCandidate made = run(executor, PROMPT, wanted);
                assertThat(gaps).doesNotContain(made.token());
                for (int gap : gaps) {
                    assertThat(made.distribution().probability(gap)).isZero();
                }
            }
        }
    }

    @Test
    void noDraftOfOneStands() {
        int gap = PROMPT[8];
        List<AcceptRule> rules = List.of(
                AcceptRule.GREEDY,
                AcceptRule.EXACT,
                new AcceptRule.MaxLoss(1_000),
                new AcceptRule.Cascade(AcceptRule.Deferral.CHOW, 1),
                new AcceptRule.ByHead("judge", 2));
        try (CpuModelExecutor whole = open();
                CpuModelExecutor executor = open(gap)) {
            for (AcceptRule rule : rules) {
                boolean byHead = rule instanceof AcceptRule.ByHead;
                List<Head> heads = byHead ? List.of(RandomHead.perceptron(2, 64)) : List.of();
                CandidateRequest judged = new CandidateRequest(
                        SamplingParams.GREEDY,
                        9,
                        PROMPT,
                        0,
                        0,
                        false,
                        false,
                        heads,
                        null,
                        null,
                        new Verification(rule, Collections.nCopies(1, null), List.of()));
                boolean lenient = byHead || rule instanceof AcceptRule.MaxLoss || rule instanceof AcceptRule.Cascade;
                assertThat(run(whole, PROMPT, judged).accepted()).as("%s", rule).isEqualTo(lenient ? 1 : 0);
                TokenCandidate made = run(executor, PROMPT, judged);
                assertThat(made.accepted()).as("%s", rule).isZero();
                assertThat(made.token()).as("%s", rule).isNotEqualTo(gap);
            }
        }
    }

    @Test
    void headsReadLogitsOfRealIdsOnly() {
        try (CpuModelExecutor executor = open(IntStream.range(0, 90).toArray())) {
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> executor.requireRunnable(RandomHead.residual(1, 64, 10, 12, 3)))
                    .withMessage("it reads 10 logits; the model has 6");
        }
    }

    @Test
    void aVocabularyOfGapsAloneIsRefused() {
        assertThatExceptionOfType(ModelFormatException.class)
                .isThrownBy(() -> open(IntStream.range(0, IDS).toArray()))
                .withMessage("none of the tokenizer's 96 ids stands for anything");
    }

    private CpuModelExecutor open(int... gaps) {
        CpuExecutorOptions options = new CpuExecutorOptions(1 << 20, 8, 4, 64, KvType.F32, KernelChoice.AUTO);
        return CpuModelExecutor.create(model.config(), model, IDS, gaps, device, options);
    }

    private static CandidateRequest greedy(int topK) {
        return new CandidateRequest(
                SamplingParams.GREEDY, 9, PROMPT, 0, topK, false, false, List.of(), null, null, null, true, null);
    }

    private static TokenCandidate run(CpuModelExecutor executor, int[] ids, CandidateRequest wanted) {
        BatchRow row = new BatchRow(ids, 0, ids.length, 0, new int[] {0, 1}, wanted);
        return executor.execute(new Batch(List.of(row))).candidates().getFirst();
    }
}
