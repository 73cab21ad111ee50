package io.tokenrouter.gpu.layers;

import static org.assertj.core.api.Assertions.assertThat;

import io.tokenrouter.gpu.driver.DeviceMemory;
import java.util.Arrays;
import java.util.Random;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RmsNormTest {

    private static final float EPSILON = 1e-5f;
    private static final Offset<Float> CLOSE = Offset.offset(2e-5f);

    private final Random random = new Random(42);
    private DeviceArrays device;

    @BeforeEach
    void open() {
        device = new DeviceArrays();
    }

    @AfterEach
    void close() {
        if (device != null) {
            device.close();
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 5, 8, 31, 130, 1000, 4100})
    void rowsAreNormalised(int width) {
        RmsNorm norm = new RmsNorm(device.kernels, width, EPSILON);
        for (int rows : new int[] {1, 3}) {
            float[] x = DeviceArrays.random(random, rows * width);
            float[] weight = DeviceArrays.random(random, width);
            DeviceMemory y = device.poisoned((rows + 1) * width);
            DeviceMemory from = device.floats(x);
            DeviceMemory weights = device.floats(weight);
            device.run(stream -> norm.normalize(stream, from, weights, y, rows));
            float[] result = device.floats(y);
            assertThat(Arrays.copyOf(result, rows * width)).containsExactly(normed(x, weight), CLOSE);
            assertThat(Arrays.copyOfRange(result, rows * width, result.length)).containsOnly(Float.NaN);
        }
    }

    @Test
    void aRowMayBeOverwrittenByItsNorm() {
        RmsNorm norm = new RmsNorm(device.kernels, 36, EPSILON);
        float[] x = DeviceArrays.random(random, 2 * 36);
        float[] weight = DeviceArrays.random(random, 36);
        DeviceMemory memory = device.floats(x);
        DeviceMemory weights = device.floats(weight);
        device.run(stream -> norm.normalize(stream, memory, weights, memory, 2));
        assertThat(device.floats(memory)).containsExactly(normed(x, weight), CLOSE);
    }

    @Test
    void someRowsArePickedAndOthersAreZeros() {
        int width = 44;
        RmsNorm norm = new RmsNorm(device.kernels, width, EPSILON);
        float[] x = DeviceArrays.random(random, 5 * width);
        float[] weight = DeviceArrays.random(random, width);
        DeviceMemory from = device.floats(x);
        DeviceMemory weights = device.floats(weight);
        DeviceMemory rows = device.ints(4, -1, 0);
        DeviceMemory y = device.poisoned(3 * width);
        device.run(stream -> norm.normalizeRows(stream, from, rows, weights, y, 3));
        float[] result = device.floats(y);
        float[] all = normed(x, weight);
        assertThat(Arrays.copyOf(result, width)).containsExactly(Arrays.copyOfRange(all, 4 * width, 5 * width), CLOSE);
        assertThat(Arrays.copyOfRange(result, width, 2 * width)).containsOnly(0f);
        assertThat(Arrays.copyOfRange(result, 2 * width, 3 * width)).containsExactly(Arrays.copyOf(all, width), CLOSE);
    }

    @ParameterizedTest
    @ValueSource(ints = {7, 64, 1284})
    void branchesAreAddedBeforeOrAfterTheirNorm(int width) {
        int rows = 3;
        RmsNorm norm = new RmsNorm(device.kernels, width, EPSILON);
        float[] hidden = DeviceArrays.random(random, rows * width);
        float[] branch = DeviceArrays.random(random, rows * width);
        float[] weight = DeviceArrays.random(random, width);
        float[] next = DeviceArrays.random(random, width);
        DeviceMemory branches = device.floats(branch);
        DeviceMemory weights = device.floats(weight);
        DeviceMemory nextWeights = device.floats(next);

        DeviceMemory added = device.floats(hidden);
        DeviceMemory y = device.poisoned(rows * width);
        device.run(stream -> norm.addThenNormalize(stream, branches, added, weights, y, rows));
        float[] sum = sum(hidden, branch);
        assertThat(device.floats(added)).containsExactly(sum);
        assertThat(device.floats(y)).containsExactly(normed(sum, weight), CLOSE);

        DeviceMemory addedNorm = device.floats(hidden);
        device.run(stream -> norm.add(stream, branches, weights, addedNorm, rows));
        float[] normSum = sum(hidden, normed(branch, weight));
        assertThat(device.floats(addedNorm)).containsExactly(normSum, CLOSE);

        DeviceMemory both = device.floats(hidden);
        DeviceMemory z = device.poisoned(rows * width);
        device.run(stream -> norm.addThenNormalizeNext(stream, branches, weights, both, nextWeights, z, rows));
        assertThat(device.floats(both)).containsExactly(device.floats(addedNorm));
        assertThat(device.floats(z)).containsExactly(normed(normSum, next), CLOSE);
    }

    private static float[] sum(float[] a, float[] b) {
        float[] sum = a.clone();
        for (int i = 0; i < sum.length; i++) {
            sum[i] += b[i];
        }
        return sum;
    }

    private static float[] normed(float[] x, float[] weight) {
        float[] y = new float[x.length];
        for (int row = 0; row < x.length; row += weight.length) {
            double squares = 0;
            for (int i = 0; i < weight.length; i++) {
                squares += (double) x[row + i] * x[row + i];
            }
            double scale = 1 / Math.sqrt(squares / weight.length + EPSILON);
            for (int i = 0; i < weight.length; i++) {
                y[row + i] = (float) (x[row + i] * scale * weight[i]);
            }
        }
        return y;
    }
}
