package io.tokenrouter.engine.tensor;

import static org.assertj.core.api.Assertions.assertThat;

import io.tokenrouter.engine.model.TensorEncoder;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.FloatRange;
import net.jqwik.api.constraints.IntRange;
import org.assertj.core.data.Offset;

/** The vector kernels against the scalar oracle, and against themselves in other company. */
class KernelsProperties {

    private final Kernels vector = KernelChoice.VECTOR.kernels();
    private final Kernels scalar = KernelChoice.SCALAR.kernels();

    @Property(tries = 300)
    void productsAreThoseOfTheOracle(
            @ForAll TensorFormat format,
            @ForAll @IntRange(min = 1, max = 21) int rows,
            @ForAll @IntRange(min = 1, max = 700) int width,
            @ForAll @IntRange(min = 1, max = 75) int batch,
            @ForAll long seed) {
        Tensor weights = tensor(format, rows, width, seed);
        FloatRows x = random(batch, weights.columns() + 3, seed);
        FloatRows expected = multiply(scalar, weights, 0, rows, x, batch);
        FloatRows actual = multiply(vector, weights, 0, rows, x, batch);
        for (int i = 0; i < expected.values().length; i++) {
            assertThat(actual.values()[i]).isCloseTo(expected.values()[i], Offset.offset(2e-4f));
        }
    }

    @Property(tries = 300)
    void aProductIsTheSameBitsInAnyBatchAndAnyCutOfRows(
            @ForAll TensorFormat format,
            @ForAll @IntRange(min = 2, max = 21) int rows,
            @ForAll @IntRange(min = 1, max = 700) int width,
            @ForAll @IntRange(min = 1, max = 70) int batch,
            @ForAll long seed) {
        Tensor weights = tensor(format, rows, width, seed);
        FloatRows x = random(batch, weights.columns(), seed);
        FloatRows all = multiply(vector, weights, 0, rows, x, batch);
        Random random = new Random(seed);
        int b = random.nextInt(batch);
        int from = random.nextInt(rows);
        int to = from + 1 + random.nextInt(rows - from);
        FloatRows alone = new FloatRows(
                java.util.Arrays.copyOfRange(x.values(), x.offset(b), x.offset(b) + x.stride()), x.stride());
        FloatRows part = multiply(vector, weights, from, to, alone, 1);
        for (int row = from; row < to; row++) {
            assertThat(part.values()[row - from]).isEqualTo(all.values()[all.offset(b) + row]);
        }
    }

    @Property(tries = 300)
    void aProductWithAUnitVectorIsTheWeightItself(
            @ForAll TensorFormat format,
            @ForAll @IntRange(min = 1, max = 9) int rows,
            @ForAll @IntRange(min = 1, max = 3000) int width,
            @ForAll @IntRange(min = 1, max = 3) int batch,
            @ForAll long seed) {
        Tensor weights = tensor(format, rows, width, seed);
        int column = new Random(seed).nextInt(weights.columns());
        FloatRows x = FloatRows.allocate("x", batch, weights.columns());
        for (int b = 0; b < batch; b++) {
            x.values()[x.offset(b) + column] = 1;
        }
        FloatRows products = multiply(vector, weights, 0, rows, x, batch);
        float[] decoded = new float[weights.columns()];
        for (int row = 0; row < rows; row++) {
            scalar.decodeRow(weights, row, decoded, 0);
            for (int b = 0; b < batch; b++) {
                // Adding zero takes the sign off a zero.
                assertThat(products.values()[products.offset(b) + row]).isEqualTo(decoded[column] + 0f);
            }
        }
    }

    @Property(tries = 100)
    void decodedRowsAreThoseOfTheOracle(
            @ForAll TensorFormat format, @ForAll @IntRange(min = 1, max = 100) int width, @ForAll long seed) {
        Tensor weights = tensor(format, 3, width, seed);
        float[] expected = new float[weights.columns()];
        float[] actual = new float[weights.columns() + 2];
        scalar.decodeRow(weights, 2, expected, 0);
        vector.decodeRow(weights, 2, actual, 1);
        assertThat(java.util.Arrays.copyOfRange(actual, 1, 1 + expected.length)).isEqualTo(expected);
    }

    @Property(tries = 100)
    void norms(@ForAll @IntRange(min = 1, max = 700) int width, @ForAll long seed) {
        float[] x = random(1, width + 1, seed).values();
        float[] weight = random(1, width, ~seed).values();
        float[] expected = new float[width];
        float[] actual = new float[width];
        scalar.rmsNorm(x, 1, weight, 1e-5f, expected, 0);
        vector.rmsNorm(x, 1, weight, 1e-5f, actual, 0);
        close(actual, expected, 1e-5f);
    }

    @Property(tries = 100)
    void gates(@ForAll @IntRange(min = 1, max = 100) int width, @ForAll long seed) {
        float[] expected = random(1, width + 2, seed).values();
        for (int i = 0; i < expected.length; i++) {
            expected[i] *= 30;
        }
        float[] actual = expected.clone();
        float[] up = random(1, width, ~seed).values();
        scalar.swiGlu(expected, 1, up, 0, width);
        vector.swiGlu(actual, 1, up, 0, width);
        close(actual, expected, 1e-4f);
    }

    @Property(tries = 100)
    void gatesOfGelu(@ForAll @IntRange(min = 1, max = 700) int width, @ForAll long seed) {
        float[] expected = random(1, width + 1, seed).values();
        for (int i = 0; i < expected.length; i++) {
            expected[i] *= 8;
        }
        float[] actual = expected.clone();
        float[] up = random(1, width, ~seed).values();
        scalar.geGlu(expected, 1, up, 0, width);
        vector.geGlu(actual, 1, up, 0, width);
        close(actual, expected, 2e-5f);
        float[] cut = random(1, width + 1, seed).values();
        for (int i = 0; i < cut.length; i++) {
            cut[i] *= 8;
        }
        int at = new Random(seed).nextInt(width + 1);
        vector.geGlu(cut, 1, up, 0, at);
        vector.geGlu(cut, 1 + at, up, at, width - at);
        assertThat(cut).isEqualTo(actual);
    }

    @Property(tries = 100)
    void softCaps(
            @ForAll @IntRange(min = 1, max = 300) int length,
            @ForAll @FloatRange(min = 1, max = 60) float cap,
            @ForAll long seed) {
        float[] expected = random(1, length + 1, seed).values();
        for (int i = 0; i < expected.length; i++) {
            expected[i] *= 100;
        }
        float[] actual = expected.clone();
        float[] cut = expected.clone();
        scalar.softCap(expected, 1, length, cap);
        vector.softCap(actual, 1, length, cap);
        close(actual, expected, 4e-7f * cap);
        int at = new Random(seed).nextInt(length + 1);
        vector.softCap(cut, 1, at, cap);
        vector.softCap(cut, 1 + at, length - at, cap);
        assertThat(cut).isEqualTo(actual);
    }

    @Property(tries = 100)
    void gatesAreTheSameBitsInAnyCut(@ForAll @IntRange(min = 2, max = 100) int width, @ForAll long seed) {
        float[] whole = random(1, width, seed).values();
        float[] cut = whole.clone();
        float[] up = random(1, width, ~seed).values();
        int at = 1 + new Random(seed).nextInt(width - 1);
        vector.swiGlu(whole, 0, up, 0, width);
        vector.swiGlu(cut, 0, up, 0, at);
        vector.swiGlu(cut, at, up, at, width - at);
        assertThat(cut).isEqualTo(whole);
    }

    @Property(tries = 100)
    void exponentials(@ForAll @IntRange(min = 1, max = 300) int length, @ForAll long seed) {
        float[] expected = random(1, length + 1, seed).values();
        for (int i = 0; i < expected.length; i++) {
            expected[i] *= 40;
        }
        float[] actual = expected.clone();
        float max = scalar.softmax().max(expected, 1, length);
        float expectedSum = scalar.exponentials(expected, 1, length, max);
        float actualSum = vector.exponentials(actual, 1, length, max);
        assertThat(actualSum).isCloseTo(expectedSum, Offset.offset(1e-5f * expectedSum));
        close(actual, expected, 1e-6f);
    }

    @Property(tries = 100)
    void bytesWithFactors(
            @ForAll @IntRange(min = 1, max = 40) int rows,
            @ForAll @IntRange(min = 1, max = 40) int columns,
            @ForAll @IntRange(min = 0, max = 3) int gap,
            @ForAll long seed) {
        int stride = columns + gap;
        byte[] bytes = new byte[1 + rows * stride];
        new Random(seed).nextBytes(bytes);
        float[] factors = random(1, Math.max(rows, columns) + 1, seed).values();
        float[] expected = new float[bytes.length + 1];
        float[] actual = expected.clone();
        scalar.scaleColumns(bytes, 1, rows, columns, factors, 1, expected, 2);
        vector.scaleColumns(bytes, 1, rows, columns, factors, 1, actual, 2);
        assertThat(actual).isEqualTo(expected);
        scalar.scaleRows(bytes, 1, rows, columns, stride, factors, 1, expected, 2);
        vector.scaleRows(bytes, 1, rows, columns, stride, factors, 1, actual, 2);
        assertThat(actual).isEqualTo(expected);
    }

    @Property(tries = 100)
    void attention(
            @ForAll @IntRange(min = 1, max = 5) int group,
            @ForAll @IntRange(min = 1, max = 70) int headDim,
            @ForAll @IntRange(min = 1, max = 40) int blockSize,
            @ForAll long seed) {
        float[] q = random(1, group * headDim + 3, seed).values();
        float[] block = random(1, headDim * blockSize + 5, ~seed).values();
        float[] expected = new float[group * (blockSize + 2) + 1];
        float[] actual = expected.clone();
        scalar.scoreBlock(q, 3, group, headDim, 0.3f, block, 5, blockSize, expected, 1, blockSize + 2);
        vector.scoreBlock(q, 3, group, headDim, 0.3f, block, 5, blockSize, actual, 1, blockSize + 2);
        close(actual, expected, 1e-4f);

        int positions = 1 + new Random(seed).nextInt(blockSize);
        float[] expectedOut = random(1, group * headDim + 2, seed + 1).values();
        float[] actualOut = expectedOut.clone();
        scalar.mixBlock(expected, 1, blockSize + 2, group, headDim, block, 5, positions, expectedOut, 2);
        vector.mixBlock(expected, 1, blockSize + 2, group, headDim, block, 5, positions, actualOut, 2);
        close(actualOut, expectedOut, 1e-4f);
    }

    @Property(tries = 100)
    void softmaxPasses(@ForAll @IntRange(min = 1, max = 3000) int length, @ForAll long seed) {
        float[] row = random(1, length + 2, seed).values();
        for (int i = 0; i < row.length; i++) {
            row[i] *= 8;
        }
        row[2 + new Random(seed).nextInt(length)] = 9f;
        if (length > 4) {
            row[3] = Float.NEGATIVE_INFINITY;
        }
        float max = scalar.softmax().max(row, 2, length);
        assertThat(vector.softmax().max(row, 2, length)).isEqualTo(max);
        double[] expected = new double[2];
        double[] actual = new double[2];
        scalar.softmax().moments(row, 2, length, max, expected);
        vector.softmax().moments(row, 2, length, max, actual);
        assertThat(actual[0]).isCloseTo(expected[0], Offset.offset(1e-6 * expected[0]));
        assertThat(actual[1]).isCloseTo(expected[1], Offset.offset(1e-6 * Math.abs(expected[1]) + 1e-6));
        float[] expectedOut = new float[length];
        float[] actualOut = new float[length];
        double expectedSum = scalar.softmax().exponentials(row, 2, length, max, 0.7f, expectedOut);
        double actualSum = vector.softmax().exponentials(row, 2, length, max, 0.7f, actualOut);
        assertThat(actualSum).isCloseTo(expectedSum, Offset.offset(1e-6 * expectedSum));
        close(actualOut, expectedOut, 1e-6f);
    }

    private static FloatRows multiply(Kernels kernels, Tensor weights, int from, int to, FloatRows x, int batch) {
        FloatRows out = FloatRows.allocate("out", batch, weights.rows());
        kernels.multiply(weights, from, to, x, batch, out, 0, new float[kernels.scratchFloats(weights.columns())]);
        return out;
    }

    private static Tensor tensor(TensorFormat format, int rows, int width, long seed) {
        int columns = Math.ceilDiv(width, format.blockSize()) * format.blockSize();
        float[] values = random(rows, columns, seed).values();
        MemorySegment data = Arena.ofAuto().allocate(format.bytesFor(values.length));
        TensorEncoder.encode(format, values, data);
        return new Tensor("weights", format, rows, columns, data);
    }

    private static FloatRows random(int rows, int width, long seed) {
        Random random = new Random(seed);
        FloatRows all = FloatRows.allocate("random", rows, width);
        for (int i = 0; i < all.values().length; i++) {
            all.values()[i] = (float) random.nextGaussian();
        }
        return all;
    }

    private static void close(float[] actual, float[] expected, float tolerance) {
        for (int i = 0; i < expected.length; i++) {
            assertThat(actual[i]).isCloseTo(expected[i], Offset.offset(tolerance * (1 + Math.abs(expected[i]))));
        }
    }
}
