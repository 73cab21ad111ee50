package io.tokenrouter.gpu.emulator;

import static org.assertj.core.api.Assertions.assertThat;

import io.tokenrouter.gpu.driver.CudaContext;
import io.tokenrouter.gpu.driver.CudaFunction;
import io.tokenrouter.gpu.driver.CudaStream;
import io.tokenrouter.gpu.driver.DeviceMemory;
import io.tokenrouter.gpu.driver.KernelArguments;
import java.util.Random;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Kernels of the tests on the emulator: launches, barriers, reductions, products of tiles. */
class ProbeTest {

    private CudaContext context;
    private CudaStream stream;

    @BeforeEach
    void open() {
        context = Emulator.context();
        stream = context.stream();
    }

    @Test
    void threadsOfAllBlocksRun() {
        int n = 1000;
        float[] x = new float[n];
        float[] y = new float[n];
        for (int i = 0; i < n; i++) {
            x[i] = i;
            y[i] = 2 * i + 1;
        }
        DeviceMemory xs = Buffers.floats(context, x);
        DeviceMemory ys = Buffers.floats(context, y);
        run("probe_axpy", 4, 256, new KernelArguments().add(xs).add(ys).add(3f).add(n));

        float[] result = Buffers.floats(context, ys, n);
        for (int i = 0; i < n; i++) {
            assertThat(result[i]).isEqualTo(5 * i + 1);
        }
    }

    @Test
    void blocksReduceThroughSharedMemory() {
        int rows = 5;
        int columns = 777;
        float[] x = new float[rows * columns];
        Random random = new Random(1);
        for (int i = 0; i < x.length; i++) {
            x[i] = random.nextInt(100);
        }
        DeviceMemory sums = Buffers.floats(context, new float[rows]);
        DeviceMemory largest = Buffers.floats(context, new float[rows]);
        for (int threads : new int[] {32, 96, 256}) {
            run(
                    "probe_row_sums",
                    rows,
                    threads,
                    new KernelArguments()
                            .add(Buffers.floats(context, x))
                            .add(sums)
                            .add(largest)
                            .add(columns));

            for (int row = 0; row < rows; row++) {
                float sum = 0;
                float most = 0;
                for (int i = 0; i < columns; i++) {
                    sum += x[row * columns + i];
                    most = Math.max(most, x[row * columns + i]);
                }
                assertThat(Buffers.floats(context, sums, rows)[row]).isEqualTo(sum);
                assertThat(Buffers.floats(context, largest, rows)[row]).isEqualTo(most);
            }
        }
    }

    @Test
    void aTileIsMultipliedThroughTheFragmentsOfTensorCores() {
        Random random = new Random(2);
        float[] a = eighths(random, 16 * 16);
        float[] b = eighths(random, 16 * 8);
        float[] d = eighths(random, 16 * 8);
        float[] expected = d.clone();
        for (int row = 0; row < 16; row++) {
            for (int column = 0; column < 8; column++) {
                for (int k = 0; k < 16; k++) {
                    expected[row * 8 + column] += a[row * 16 + k] * b[k * 8 + column];
                }
            }
        }

        assertThat(product("probe_mma_bf16", bf16(a), bf16(b), d)).containsExactly(expected);
        assertThat(product("probe_mma_f16", f16(a), f16(b), d)).containsExactly(expected);
    }

    private float[] product(String kernel, short[] a, short[] b, float[] d) {
        DeviceMemory result = Buffers.floats(context, d);
        run(
                kernel,
                1,
                32,
                new KernelArguments()
                        .add(Buffers.shorts(context, a))
                        .add(Buffers.shorts(context, b))
                        .add(result));
        return Buffers.floats(context, result, d.length);
    }

    private void run(String kernel, int blocks, int threads, KernelArguments arguments) {
        CudaFunction function = Emulator.kernels().get(kernel);
        context.step(stream, () -> stream.launch(function, blocks, 1, 1, threads, arguments));
    }

    /** Numbers whose products and sums are exact in every order. */
    private static float[] eighths(Random random, int count) {
        float[] values = new float[count];
        for (int i = 0; i < count; i++) {
            values[i] = (random.nextInt(129) - 64) / 8f;
        }
        return values;
    }

    private static short[] bf16(float[] values) {
        short[] bits = new short[values.length];
        for (int i = 0; i < values.length; i++) {
            bits[i] = (short) (Float.floatToIntBits(values[i]) >>> 16);
        }
        return bits;
    }

    private static short[] f16(float[] values) {
        short[] bits = new short[values.length];
        for (int i = 0; i < values.length; i++) {
            bits[i] = Float.floatToFloat16(values[i]);
        }
        return bits;
    }
}
