package io.tokenrouter.gpu.candidate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

import io.tokenrouter.engine.api.SamplingParams;
import io.tokenrouter.engine.executor.CandidateRequest;
import io.tokenrouter.engine.executor.TokenCandidate;
import io.tokenrouter.engine.executor.Verification;
import io.tokenrouter.engine.executor.cpu.NaiveHead;
import io.tokenrouter.engine.fixtures.RandomHead;
import io.tokenrouter.engine.heads.Head;
import io.tokenrouter.engine.heads.RouterNet;
import io.tokenrouter.engine.heads.RowInputs;
import io.tokenrouter.engine.sampling.AcceptRule;
import io.tokenrouter.engine.tensor.Tensor;
import io.tokenrouter.engine.tensor.TensorFormat;
import io.tokenrouter.gpu.emulator.Emulator;
import java.lang.foreign.MemorySegment;
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
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Heads on rows of a device, against their formulas. */
class HeadsTest {

    private static final int HIDDEN = 20;
    private static final int IDS = 2500;
    private static final int ROWS = 10;
    private static final int TOP = 11;
    private static final RouterNet.Residual RESIDUAL = RandomHead.residual(1, HIDDEN, TOP, 12, 3);
    private static final RouterNet.Perceptron PERCEPTRON = RandomHead.perceptron(2, HIDDEN);
    private static final RowInputs INPUTS = new RowInputs(300);

    private final Random random = new Random(3);
    private final List<float[]> rows = new RandomRequests(3).rows(IDS, ROWS);
    private @Nullable StageFixture fixture;

    @BeforeEach
    void open() {
        Emulator.require();
        fixture = new StageFixture(IDS, ROWS, HIDDEN);
    }

    @AfterEach
    void close() {
        if (fixture != null) {
            fixture.close();
        }
    }

    @Test
    void numbersAreThoseOfTheFormulas() {
        List<CandidateRequest> requests = new ArrayList<>();
        for (int i = 0; i < ROWS; i++) {
            boolean throughHost = i % 3 == 1;
            requests.add(new CandidateRequest(
                    SamplingParams.GREEDY.withTemperature(i % 2).withSeed(i),
                    1,
                    new int[1],
                    1,
                    0,
                    false,
                    throughHost,
                    i % 4 == 3 ? List.of() : List.of(RESIDUAL, INPUTS, PERCEPTRON),
                    null,
                    null,
                    null));
        }
        @Nullable TokenCandidate[] made = fixture.check(rows, requests);
        for (int i = 0; i < ROWS; i++) {
            float[] numbers = made[i].heads();
            if (i % 4 == 3) {
                assertThat(numbers).isEmpty();
                continue;
            }
            double[] hidden = hidden(i);
            double[] best = best(rows.get(i), 300);
            assertThat(numbers).hasSize(2 + HIDDEN + 300);
            assertThat((double) numbers[0])
                    .isCloseTo(
                            NaiveHead.residual(RESIDUAL, hidden, embedding(made[i].token()), Arrays.copyOf(best, TOP)),
                            within(1e-5));
            for (int k = 0; k < HIDDEN; k++) {
                assertThat((double) numbers[1 + k]).isEqualTo(hidden[k]);
            }
            for (int k = 0; k < 300; k++) {
                assertThat((double) numbers[1 + HIDDEN + k]).isEqualTo(best[k]);
            }
            assertThat((double) numbers[1 + HIDDEN + 300])
                    .isCloseTo(NaiveHead.perceptron(PERCEPTRON, hidden), within(1e-5));
        }
    }

    @Test
    void weightsOf16BitsAreReadAsTheyAre() {
        for (TensorFormat format : List.of(TensorFormat.F16, TensorFormat.BF16)) {
            for (int inputs : new int[] {HIDDEN}) {
                short[] stored = new short[3 * inputs];
                double[] values = new double[stored.length];
                for (int i = 0; i < stored.length; i++) {
                    float value = (float) random.nextGaussian();
                    stored[i] = format == TensorFormat.F16
                            ? Float.floatToFloat16(value)
                            : (short) (Float.floatToRawIntBits(value) >>> 16);
                    values[i] = format == TensorFormat.F16
                            ? Float.float16ToFloat(stored[i])
                            : Float.intBitsToFloat(stored[i] << 16);
                }
                RouterNet.Perceptron net = new RouterNet.Perceptron(List.of(
                        new RouterNet.Layer(tensor(format, 3, inputs, stored), null),
                        RandomHead.perceptron(9, 3).layers().getLast()));
                TokenCandidate made = fixture.run(rows.subList(0, 1), List.of(asking(net)))[0];
                double[] hidden = hidden(0);
                float[] last = floats(net.layers().getLast().weight());
                double sum = floats(net.layers().getLast().bias())[0];
                for (int row = 0; row < 3; row++) {
                    double product = 0;
                    for (int k = 0; k < inputs; k++) {
                        product += values[row * inputs + k] * hidden[k];
                    }
                    sum += Math.max(0, product) * last[row];
                }
                assertThat((double) made.heads()[0]).isCloseTo(1 / (1 + Math.exp(-sum)), within(1e-5));
            }
        }
    }

    @Test
    void aHeadLetsDraftsStandWhereItsNumberIsBelowTheBound() {
        int drafts = ROWS - 1;
        int[] history = random.ints(drafts + 1, 0, IDS).toArray();
        double[] numbers = IntStream.range(0, drafts)
                .mapToDouble(
                        i -> NaiveHead.residual(RESIDUAL, hidden(i), embedding(history[1 + i]), best(rows.get(i), TOP)))
                .toArray();
        float middle = (float) Arrays.stream(numbers)
                        .sorted()
                        .skip(drafts / 2)
                        .findFirst()
                        .orElseThrow()
                + 1e-4f;
        CandidateRequest request = new CandidateRequest(
                SamplingParams.GREEDY,
                drafts + 1,
                history,
                1,
                0,
                false,
                false,
                List.of(RESIDUAL),
                null,
                null,
                new Verification(new AcceptRule.ByHead("judge", middle), Collections.nCopies(drafts, null), List.of()));
        @Nullable
        TokenCandidate[] made = fixture.run(
                rows,
                Collections.nCopies(ROWS, request),
                IntStream.rangeClosed(0, drafts).toArray());
        for (int i = 0; i < drafts; i++) {
            boolean possible = rows.get(i)[history[1 + i]] != Float.NEGATIVE_INFINITY;
            assertThat(made[i] == null).as("draft " + i).isEqualTo(possible && numbers[i] < middle);
        }
        assertThat(made[drafts].heads()).hasSize(1);
    }

    @Test
    void whatTakesADraftsPlaceHasNumbersToo() {
        int drafts = ROWS - 1;
        int[] history = new RandomRequests(5).random.ints(drafts + 1, 0, IDS).toArray();
        CandidateRequest request = new CandidateRequest(
                new RandomRequests(6).sampled(0.5f, 0.3f, 30, 0f),
                drafts + 1,
                history,
                1,
                0,
                false,
                false,
                List.of(RESIDUAL),
                null,
                null,
                new Verification(AcceptRule.EXACT, Collections.nCopies(drafts, null), List.of()));
        @Nullable
        TokenCandidate[] made = fixture.check(
                rows,
                Collections.nCopies(ROWS, request),
                IntStream.rangeClosed(0, drafts).toArray());
        assertThat(fixture.stage.hostCount()).isZero();
        for (int i = 0; i < ROWS; i++) {
            double expected =
                    NaiveHead.residual(RESIDUAL, hidden(i), embedding(made[i].token()), best(rows.get(i), TOP));
            assertThat((double) made[i].heads()[0]).isCloseTo(expected, within(1e-5));
        }
    }

    @Test
    void moreHeadsThanAreKeptGiveTheSameNumbersAndTheirMemoryBack() {
        List<RouterNet> many = IntStream.range(0, 12)
                .<RouterNet>mapToObj(seed -> RandomHead.perceptron(seed, HIDDEN))
                .toList();
        List<Float> first = many.stream().map(this::numberOf).toList();
        long bytes = Emulator.bytes(0);
        List<Float> second = many.stream().map(this::numberOf).toList();
        assertThat(second).isEqualTo(first).doesNotHaveDuplicates();
        assertThat(Emulator.bytes(0)).isEqualTo(bytes);
    }

    @Test
    void aHeadOfAnotherModelIsRefused() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> fixture.stage.requireRunnable(RandomHead.perceptron(1, 32)))
                .withMessage("it reads hidden states of 32 numbers; the model's have 20");
        fixture.stage.requireRunnable(RESIDUAL);
    }

    private float numberOf(Head head) {
        return fixture.run(rows.subList(0, 1), List.of(asking(head)))[0].heads()[0];
    }

    private static CandidateRequest asking(Head head) {
        return new CandidateRequest(
                SamplingParams.GREEDY, 1, new int[1], 1, 0, false, false, List.of(head), null, null, null);
    }

    private double[] hidden(int row) {
        return IntStream.range(0, HIDDEN)
                .mapToDouble(i -> fixture.hidden[row * HIDDEN + i])
                .toArray();
    }

    private double[] embedding(int id) {
        return IntStream.range(0, HIDDEN)
                .mapToDouble(i -> fixture.embedding[id * HIDDEN + i])
                .toArray();
    }

    private static double[] best(float[] row, int count) {
        float[] sorted = row.clone();
        Arrays.sort(sorted);
        return IntStream.range(0, count)
                .mapToDouble(i -> sorted[sorted.length - 1 - i])
                .toArray();
    }

    private static float[] floats(Tensor tensor) {
        return tensor.data().toArray(ValueLayout.JAVA_FLOAT_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN));
    }

    private static Tensor tensor(TensorFormat format, int rows, int columns, short[] values) {
        byte[] bytes = new byte[2 * values.length];
        for (int i = 0; i < values.length; i++) {
            bytes[2 * i] = (byte) values[i];
            bytes[2 * i + 1] = (byte) (values[i] >> 8);
        }
        return new Tensor("stored", format, rows, columns, MemorySegment.ofArray(bytes));
    }
}
