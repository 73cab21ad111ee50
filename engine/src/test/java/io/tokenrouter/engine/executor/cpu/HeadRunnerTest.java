package io.tokenrouter.engine.executor.cpu;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

import io.tokenrouter.engine.api.SamplingParams;
import io.tokenrouter.engine.executor.Batch;
import io.tokenrouter.engine.executor.BatchRow;
import io.tokenrouter.engine.executor.CandidateRequest;
import io.tokenrouter.engine.executor.TokenCandidate;
import io.tokenrouter.engine.executor.Verification;
import io.tokenrouter.engine.fixtures.RandomHead;
import io.tokenrouter.engine.fixtures.RandomModel;
import io.tokenrouter.engine.heads.Head;
import io.tokenrouter.engine.heads.RouterNet;
import io.tokenrouter.engine.heads.RowInputs;
import io.tokenrouter.engine.sampling.AcceptRule;
import io.tokenrouter.engine.tensor.KernelChoice;
import io.tokenrouter.engine.tensor.Tensor;
import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Heads on rows of a model, against their formulas. */
class HeadRunnerTest {

    private static final int HIDDEN = 64;
    private static final int IDS = 96;
    private static final int TOP = 10;
    private static final RouterNet.Residual RESIDUAL = RandomHead.residual(1, HIDDEN, TOP, 12, 3);
    private static final RouterNet.Perceptron PERCEPTRON = RandomHead.perceptron(2, HIDDEN);
    private static final RowInputs INPUTS = new RowInputs(TOP);

    private final RandomModel model = RandomModel.tiny(5);
    private final CpuDevice device = new CpuDevice(2);

    @AfterEach
    void close() {
        device.close();
    }

    @ParameterizedTest
    @EnumSource(KernelChoice.class)
    void numbersAreThoseOfTheFormulas(KernelChoice kernels) {
        try (CpuModelExecutor executor = open(kernels)) {
            for (int length = 1; length < 12; length++) {
                int[] ids = ids(length);
                TokenCandidate made = run(executor, List.of(row(ids, 0, RESIDUAL, INPUTS, PERCEPTRON)))
                        .getFirst();
                double[] inputs = doubles(made.heads(), 1, HIDDEN + TOP);
                double[] hidden = Arrays.copyOf(inputs, HIDDEN);
                double[] logits = Arrays.copyOfRange(inputs, HIDDEN, HIDDEN + TOP);
                double[] embedding = embedding(made.token());

                assertThat(made.heads()).hasSize(1 + HIDDEN + TOP + 1);
                assertThat((double) made.heads()[0])
                        .isCloseTo(NaiveHead.residual(RESIDUAL, hidden, embedding, logits), within(1e-5));
                assertThat((double) made.heads()[HIDDEN + TOP + 1])
                        .isCloseTo(NaiveHead.perceptron(PERCEPTRON, hidden), within(1e-5));
            }
        }
    }

    @Test
    void theInputsAreTheStateBehindTheOutputMatrixAndTheLargestLogits() {
        try (CpuModelExecutor executor = open(KernelChoice.SCALAR)) {
            int[] ids = ids(9);
            TokenCandidate made = run(executor, List.of(row(ids, 0, INPUTS))).getFirst();
            double[] expected = new NaiveDecoder(model).logits(ids);
            double[] largest = Arrays.stream(expected).sorted().toArray();
            for (int i = 0; i < TOP; i++) {
                assertThat((double) made.heads()[HIDDEN + i]).isCloseTo(largest[IDS - 1 - i], within(1e-4));
            }
            double logit = 0;
            for (int i = 0; i < HIDDEN; i++) {
                logit += value(model.get("output.weight"), made.token(), i) * made.heads()[i];
            }
            assertThat(logit).as("hidden state times row of the token").isCloseTo(largest[IDS - 1], within(1e-4));
        }
    }

    @Test
    void aRowsNumbersAreTheSameBitsInAnyCompany() {
        try (CpuModelExecutor executor = open(KernelChoice.VECTOR)) {
            List<BatchRow> rows = new ArrayList<>();
            List<TokenCandidate> alone = new ArrayList<>();
            Head[][] wanted = {{RESIDUAL}, {PERCEPTRON, RESIDUAL}, {}, {INPUTS, PERCEPTRON}, {RESIDUAL, PERCEPTRON}};
            for (int i = 0; i < 20; i++) {
                BatchRow row = row(ids(3 + i % 7), i, wanted[i % wanted.length]);
                alone.add(run(executor, List.of(row)).getFirst());
                rows.add(row);
            }
            List<@Nullable TokenCandidate> together = run(executor, rows);
            for (int i = 0; i < rows.size(); i++) {
                assertThat(together.get(i).heads())
                        .as("row " + i)
                        .isEqualTo(alone.get(i).heads());
                assertThat(together.get(i).token()).isEqualTo(alone.get(i).token());
            }
            assertThat(together.get(1).heads()[1]).isEqualTo(headOf(executor, rows.get(1), RESIDUAL));
        }
    }

    @Test
    void moreHeadsThanAreKeptGiveTheSameNumbersAgain() {
        try (CpuModelExecutor executor = open(KernelChoice.VECTOR)) {
            BatchRow row = row(ids(6), 0);
            List<RouterNet> many = IntStream.range(0, 12)
                    .<RouterNet>mapToObj(seed -> RandomHead.perceptron(seed, HIDDEN))
                    .toList();
            List<Float> first =
                    many.stream().map(head -> headOf(executor, row, head)).toList();
            List<Float> second =
                    many.stream().map(head -> headOf(executor, row, head)).toList();
            assertThat(second).isEqualTo(first).doesNotHaveDuplicates();
        }
    }

    @Test
    void draftsThatStandHaveNoNumbersAndTheTokenAfterThemHas() {
        try (CpuModelExecutor executor = open(KernelChoice.VECTOR)) {
            int[] ids = ids(30);
            int drafts = 20;
            Verification judged =
                    new Verification(new AcceptRule.MaxLoss(1_000), Collections.nCopies(drafts, null), List.of());
            CandidateRequest request = new CandidateRequest(
                    SamplingParams.GREEDY, 30, ids, 5, 0, false, false, List.of(RESIDUAL), null, null, judged);
            CandidateRequest plain = new CandidateRequest(
                    SamplingParams.GREEDY, 30, ids, 5, 0, false, false, List.of(RESIDUAL), null, null, null);
            int[] blocks = {0, 1, 2, 3};
            TokenCandidate made = run(executor, List.of(new BatchRow(ids, 0, 30, 0, blocks, request)))
                    .getFirst();
            assertThat(made.accepted()).isEqualTo(drafts);
            assertThat(made.heads())
                    .isEqualTo(run(executor, List.of(new BatchRow(ids, 0, 30, 0, blocks, plain)))
                            .getFirst()
                            .heads());
        }
    }

    /** The bound lies between what the network says of two drafts: one stands for it, the other does not. */
    @Test
    void aDraftStandsWhereTheNetworksNumberIsBelowTheBound() {
        try (CpuModelExecutor executor = open(KernelChoice.VECTOR)) {
            int[] ids = ids(12);
            double[] numbers = new double[2];
            for (int draft = 0; draft < 2; draft++) {
                int[] before = Arrays.copyOf(ids, 10 + draft);
                TokenCandidate own =
                        run(executor, List.of(row(before, 0, INPUTS))).getFirst();
                assertThat(own.token()).as("the judge writes something else").isNotEqualTo(ids[10 + draft]);
                double[] inputs = doubles(own.heads(), 0, HIDDEN + TOP);
                numbers[draft] = NaiveHead.residual(
                        RESIDUAL,
                        Arrays.copyOf(inputs, HIDDEN),
                        embedding(ids[10 + draft]),
                        Arrays.copyOfRange(inputs, HIDDEN, HIDDEN + TOP));
            }
            float middle = (float) ((numbers[0] + numbers[1]) / 2);

            assertThat(judged(executor, ids, 0).accepted()).isZero();
            assertThat(judged(executor, ids, 2).accepted()).isEqualTo(2);
            assertThat(judged(executor, ids, middle).accepted()).isEqualTo(numbers[0] < numbers[1] ? 1 : 0);
        }
    }

    private static TokenCandidate judged(CpuModelExecutor executor, int[] ids, float below) {
        CandidateRequest request = new CandidateRequest(
                SamplingParams.GREEDY,
                ids.length,
                ids,
                5,
                0,
                false,
                false,
                List.of(RESIDUAL),
                null,
                null,
                new Verification(new AcceptRule.ByHead("judge", below), Collections.nCopies(2, null), List.of()));
        return run(executor, List.of(new BatchRow(ids, 0, ids.length, 0, new int[] {0, 1}, request)))
                .getFirst();
    }

    @Test
    void aHeadOfAnotherModelIsRefused() {
        try (CpuModelExecutor executor = open(KernelChoice.SCALAR)) {
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> executor.requireRunnable(RandomHead.perceptron(1, 32)))
                    .withMessage("it reads hidden states of 32 numbers; the model's have 64");
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> executor.requireRunnable(RandomHead.residual(1, HIDDEN, 100, 8, 1)))
                    .withMessage("it reads 100 logits; the model has 96");
            executor.requireRunnable(RESIDUAL);
        }
    }

    private CpuModelExecutor open(KernelChoice kernels) {
        CpuExecutorOptions options = new CpuExecutorOptions(1 << 22, 8, 32, 256, KvType.F32, kernels);
        return CpuModelExecutor.create(model.config(), model, IDS, device, options);
    }

    private static float headOf(CpuModelExecutor executor, BatchRow like, Head head) {
        return run(executor, List.of(row(like.ids(), 0, head))).getFirst().heads()[0];
    }

    private static List<@Nullable TokenCandidate> run(CpuModelExecutor executor, List<BatchRow> rows) {
        return executor.execute(new Batch(rows)).candidates();
    }

    private static BatchRow row(int[] ids, int block, Head... heads) {
        CandidateRequest request = new CandidateRequest(
                SamplingParams.GREEDY, ids.length, ids, ids.length, 0, false, false, List.of(heads), null, null, null);
        return new BatchRow(ids, 0, ids.length, 0, new int[] {2 * block, 2 * block + 1}, request);
    }

    private static int[] ids(int length) {
        return new Random(length).ints(length, 0, IDS).toArray();
    }

    private double[] embedding(int token) {
        return IntStream.range(0, HIDDEN)
                .mapToDouble(i -> value(model.get("token_embd.weight"), token, i))
                .toArray();
    }

    private static double value(Tensor tensor, int row, int column) {
        return tensor.data()
                .get(
                        ValueLayout.JAVA_FLOAT_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN),
                        row * tensor.rowBytes() + column * 4L);
    }

    private static double[] doubles(float[] values, int from, int count) {
        return IntStream.range(from, from + count).mapToDouble(i -> values[i]).toArray();
    }
}
