package io.tokenrouter.gpu.weights;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tokenrouter.engine.tensor.Tensor;
import io.tokenrouter.engine.tensor.TensorFormat;
import io.tokenrouter.gpu.driver.CudaContext;
import io.tokenrouter.gpu.driver.CudaDriver.DeviceInfo;
import io.tokenrouter.gpu.driver.CudaGraph;
import io.tokenrouter.gpu.driver.CudaStream;
import io.tokenrouter.gpu.driver.DeviceMemory;
import io.tokenrouter.gpu.emulator.Buffers;
import io.tokenrouter.gpu.emulator.Emulator;
import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Products on the emulator against plain loops in double precision. */
class MatmulTest {

    /** What lies around and between rows of results, and must stay. */
    private static final float GUARD = 12345.5f;

    private static final int GUARDS = 8;

    private CudaContext context;
    private CudaStream stream;
    private WeightUploader uploader;

    @BeforeEach
    void open() {
        context = Emulator.context();
        stream = context.stream();
        uploader = new WeightUploader(context);
    }

    @AfterEach
    void close() {
        if (uploader != null) {
            uploader.close();
        }
    }

    @ParameterizedTest
    @EnumSource(TensorFormat.class)
    void everyFormatAgreesWithPlainLoops(TensorFormat format) {
        Random random = new Random(format.ordinal());
        for (int tokens : new int[] {1, 2, 3, 8, 13, 17, 33}) {
            int rows = 1 + random.nextInt(150);
            int columns = SampleTensors.columns(format, 8 * (1 + random.nextInt(100)));
            new Case(format, rows, columns, tokens, random).check(multiprocessors(1 + random.nextInt(8)));
        }
    }

    @ParameterizedTest
    @EnumSource(
            value = TensorFormat.class,
            names = {"F32", "BF16", "Q8_0", "Q4_K", "Q6_K"})
    void largeStepsAgreeWithPlainLoops(TensorFormat format) {
        Random random = new Random(7);
        for (int tokens : new int[] {64, 65, 140}) {
            int columns = SampleTensors.columns(format, 520);
            new Case(format, 129, columns, tokens, random).check(multiprocessors(tokens == 140 ? 3 : 132));
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 64, 65})
    void theSmallestShapes(int tokens) {
        Random random = new Random(tokens);
        new Case(TensorFormat.F32, 1, 4, tokens, random).check(multiprocessors(132));
        new Case(TensorFormat.BF16, 1, 8, tokens, random).check(multiprocessors(132));
        new Case(TensorFormat.F16, 3, 7, tokens, random).check(multiprocessors(132));
        new Case(TensorFormat.Q4_0, 1, 32, tokens, random).check(multiprocessors(132));
    }

    @Test
    void devicesWithoutTheseTensorCoresGetPlainArithmetic() {
        DeviceInfo old = new DeviceInfo(0, "an older one", 1L << 30, 75, 4);
        Random random = new Random(4);
        for (int tokens : new int[] {2, 5, 70}) {
            new Case(TensorFormat.Q8_0, 40, 256, tokens, random).check(old);
        }
    }

    /** The same bits, whichever tokens and however many are beside it. */
    @ParameterizedTest
    @EnumSource(
            value = TensorFormat.class,
            names = {"F16", "BF16", "Q8_0", "Q4_1", "Q2_K"})
    void aTokensResultDoesNotDependOnOthers(TensorFormat format) {
        Random random = new Random(9);
        Case all = new Case(format, 70, SampleTensors.columns(format, 1024), 64, random);
        float[] expected = all.run(multiprocessors(4));
        for (int tokens : new int[] {3, 8, 9, 16, 24, 33}) {
            int first = random.nextInt(64 - tokens + 1);
            float[] some = all.tokens(first, tokens).run(multiprocessors(4));
            for (int t = 0; t < tokens; t++) {
                assertThat(row(some, all, t)).isEqualTo(row(expected, all, first + t));
            }
        }
        float[] two = all.tokens(5, 2).run(multiprocessors(4));
        float[] one = all.tokens(6, 1).run(multiprocessors(4));
        assertThat(row(one, all, 0)).isEqualTo(row(two, all, 1));
    }

    @Test
    void aCapturedProductCanBeReplayed() {
        Random random = new Random(5);
        Case product = new Case(TensorFormat.Q8_0, 200, 1024, 4, random);
        float[] expected = product.run(multiprocessors(16));
        try (Launch launch = product.prepare(multiprocessors(16))) {
            CudaGraph graph = context.call(() -> stream.capture(launch::run));
            for (int i = 0; i < 3; i++) {
                launch.reset();
                context.step(stream, () -> stream.launch(graph));
                assertThat(launch.result()).isEqualTo(expected);
            }
        }
    }

    @Test
    void buffersThatAreTooSmallAreRefused() {
        Case product = new Case(TensorFormat.F32, 4, 8, 2, new Random(6));
        try (Launch launch = product.prepare(multiprocessors(1))) {
            DeviceMemory x = launch.x.slice(0, launch.x.bytes() - 20);
            assertThatThrownBy(() -> launch.matmul.run(stream, launch.matrix, null, x, 12, launch.y, 20, 2, false))
                    .isInstanceOf(IndexOutOfBoundsException.class)
                    .hasMessageContaining("x of");
        }
    }

    private static DeviceInfo multiprocessors(int count) {
        return new DeviceInfo(0, "an emulator", 1L << 30, 90, count);
    }

    private static float[] row(float[] y, Case product, int token) {
        int from = GUARDS + token * product.yStride;
        return Arrays.copyOfRange(y, from, from + product.rows);
    }

    /** A product with everything that {@link Matmul#run} takes, chosen at random. */
    private final class Case {

        private final Tensor tensor;
        private final int rows;
        private final int columns;
        private final int tokens;
        private final int xStride;
        private final int yStride;
        private final float[] x;
        private final float[] before;
        private final float[] bias;
        private final boolean add;

        Case(TensorFormat format, int rows, int columns, int tokens, Random random) {
            this(
                    SampleTensors.random(format, rows, columns, random),
                    tokens,
                    (columns + 3) / 4 * 4 + 4,
                    random.nextBoolean(),
                    random);
        }

        private Case(Tensor tensor, int tokens, int xStride, boolean add, Random random) {
            this(
                    tensor,
                    tokens,
                    gaussians(tokens * xStride, random),
                    gaussians(tokens * (tensor.rows() + 11), random),
                    random.nextBoolean() ? gaussians(tensor.rows(), random) : new float[0],
                    add);
        }

        private Case(Tensor tensor, int tokens, float[] x, float[] before, float[] bias, boolean add) {
            this.tensor = tensor;
            this.tokens = tokens;
            this.x = x;
            this.before = before;
            this.bias = bias;
            this.add = add;
            rows = tensor.rows();
            columns = tensor.columns();
            xStride = x.length / tokens;
            yStride = before.length / tokens;
            for (int t = 0; t < tokens; t++) {
                // what is behind a row must not be read, or not count
                Arrays.fill(x, t * xStride + columns, (t + 1) * xStride, Float.NaN);
                Arrays.fill(before, t * yStride + rows, (t + 1) * yStride, GUARD);
                if (!add) {
                    Arrays.fill(before, t * yStride, t * yStride + rows, Float.NaN);
                }
            }
        }

        /** The same with some of its tokens. */
        Case tokens(int from, int count) {
            return new Case(
                    tensor,
                    count,
                    Arrays.copyOfRange(x, from * xStride, (from + count) * xStride),
                    Arrays.copyOfRange(before, from * yStride, (from + count) * yStride),
                    bias,
                    add);
        }

        Launch prepare(DeviceInfo device) {
            return new Launch(this, device);
        }

        float[] run(DeviceInfo device) {
            try (Launch launch = prepare(device)) {
                launch.reset();
                context.step(stream, launch::run);
                return launch.result();
            }
        }

        void check(DeviceInfo device) {
            float[] y = run(device);
            for (int i = 0; i < GUARDS; i++) {
                assertThat(y[i]).isEqualTo(GUARD);
                assertThat(y[y.length - 1 - i]).isEqualTo(GUARD);
            }
            for (int row = 0; row < rows; row++) {
                float[] weights = SampleTensors.row(tensor, row);
                for (int t = 0; t < tokens; t++) {
                    check(row, t, weights, y[GUARDS + t * yStride + row]);
                }
            }
            for (int t = 0; t < tokens; t++) {
                for (int i = rows; i < yStride; i++) {
                    assertThat(y[GUARDS + t * yStride + i]).isEqualTo(GUARD);
                }
            }
        }

        private void check(int row, int token, float[] weights, float actual) {
            double sum = bias.length == 0 ? 0 : bias[row];
            double size = Math.abs(sum);
            if (add) {
                sum += before[token * yStride + row];
                size += Math.abs(before[token * yStride + row]);
            }
            double squares = 0;
            for (int i = 0; i < columns; i++) {
                double product = (double) weights[i] * x[token * xStride + i];
                sum += product;
                squares += product * product;
            }
            size += Math.sqrt(squares);
            assertThat(Math.abs(actual - sum))
                    .as("%s %d x %d, %d tokens: row %d of token %d", tensor.format(), rows, columns, tokens, row, token)
                    .isLessThanOrEqualTo(2e-5 * size);
        }
    }

    private static float[] gaussians(int count, Random random) {
        float[] values = new float[count];
        for (int i = 0; i < count; i++) {
            values[i] = (float) random.nextGaussian();
        }
        return values;
    }

    /** A product on the device. */
    private final class Launch implements AutoCloseable {

        private final Case product;
        private final Matmul matmul;
        private final DeviceMatrix matrix;
        private final DeviceMemory x;
        private final DeviceMemory bias;
        private final DeviceMemory guarded;
        private final DeviceMemory y;

        Launch(Case product, DeviceInfo device) {
            this.product = product;
            matmul = new Matmul(context, Emulator.kernels(), device);
            matrix = uploader.upload(product.tensor);
            x = Buffers.floats(context, product.x);
            bias = Buffers.floats(context, product.bias.length == 0 ? new float[1] : product.bias);
            guarded = context.allocate("results", 4L * (product.before.length + 2 * GUARDS));
            y = guarded.slice(4 * GUARDS, 4L * product.before.length);
        }

        /** Puts what was there before, between guards. */
        void reset() {
            float[] all = new float[product.before.length + 2 * GUARDS];
            Arrays.fill(all, GUARD);
            System.arraycopy(product.before, 0, all, GUARDS, product.before.length);
            DeviceMemory values = Buffers.floats(context, all);
            context.step(stream, () -> stream.copy(values, guarded, guarded.bytes()));
            context.free(values);
        }

        void run() {
            matmul.run(
                    stream,
                    matrix,
                    product.bias.length == 0 ? null : bias,
                    x,
                    product.xStride,
                    y,
                    product.yStride,
                    product.tokens,
                    product.add);
        }

        float[] result() {
            return Buffers.floats(context, guarded, product.before.length + 2 * GUARDS);
        }

        @Override
        public void close() {
            matmul.close();
            matrix.free(context);
            context.free(x);
            context.free(bias);
            context.free(guarded);
        }
    }
}
