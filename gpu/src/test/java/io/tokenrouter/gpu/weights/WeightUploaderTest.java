package io.tokenrouter.gpu.weights;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tokenrouter.engine.tensor.Tensor;
import io.tokenrouter.engine.tensor.TensorFormat;
import io.tokenrouter.gpu.driver.CudaContext;
import io.tokenrouter.gpu.driver.CudaStream;
import io.tokenrouter.gpu.driver.DeviceMemory;
import io.tokenrouter.gpu.driver.KernelArguments;
import io.tokenrouter.gpu.emulator.Buffers;
import io.tokenrouter.gpu.emulator.Emulator;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Matrices on the emulator are what the file says, number by number. */
class WeightUploaderTest {

    private CudaContext context;
    private WeightUploader uploader;

    @BeforeEach
    void open() {
        context = Emulator.context();
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
    void numbersAreThoseOfTheFile(TensorFormat format) {
        Random random = new Random(format.ordinal());
        for (int wanted : new int[] {8, 96, 256, 1000}) {
            int columns = SampleTensors.columns(format, wanted);
            Tensor tensor = SampleTensors.random(format, 5, columns, random);
            DeviceMatrix matrix = uploader.upload(tensor);

            assertThat(matrix.bytes()).isEqualTo(WeightUploader.bytesFor(tensor));
            float[] numbers = numbers(matrix);
            for (int row = 0; row < 5; row++) {
                float[] expected = SampleTensors.row(tensor, row);
                for (int i = 0; i < columns; i++) {
                    assertClose(numbers[row * columns + i], expected[i], largest(expected));
                }
            }
            matrix.free(context);
        }
    }

    @Test
    void severalTensorsBecomeOneMatrix() {
        Random random = new Random(1);
        Tensor query = SampleTensors.random(TensorFormat.Q8_0, 3, 64, random);
        Tensor key = SampleTensors.random(TensorFormat.Q5_0, 2, 64, random);
        DeviceMatrix matrix = uploader.upload(List.of(query, key, query));

        assertThat(matrix.rows()).isEqualTo(8);
        assertThat(matrix.bytes()).isEqualTo(WeightUploader.bytesFor(List.of(query, key, query)));
        float[] numbers = numbers(matrix);
        for (int i = 0; i < 64; i++) {
            assertThat(numbers[2 * 64 + i]).isEqualTo(SampleTensors.row(query, 2)[i]);
            assertClose(numbers[4 * 64 + i], SampleTensors.row(key, 1)[i], 1);
            assertThat(numbers[7 * 64 + i]).isEqualTo(SampleTensors.row(query, 2)[i]);
        }
        matrix.free(context);
    }

    @Test
    void formatsOfDifferentLayoutsAreNoOneMatrix() {
        Random random = new Random(1);
        List<Tensor> tensors = List.of(
                SampleTensors.random(TensorFormat.Q4_K, 1, 256, random),
                SampleTensors.random(TensorFormat.Q6_K, 1, 256, random));

        assertThat(WeightUploader.stackable(tensors)).isFalse();
        assertThatThrownBy(() -> uploader.upload(tensors)).isInstanceOf(IllegalArgumentException.class);
    }

    /** Larger than both staging buffers together. */
    @Test
    void largeMatricesArriveInParts() {
        Random random = new Random(2);
        Tensor tensor = SampleTensors.random(TensorFormat.BF16, 9_000, 1024, random);
        DeviceMatrix matrix = uploader.upload(tensor);

        byte[] stored = tensor.data().toArray(java.lang.foreign.ValueLayout.JAVA_BYTE);
        assertThat(Buffers.bytes(context, matrix.codes(), stored.length).array())
                .isEqualTo(stored);
        matrix.free(context);
    }

    @Test
    void vectorsArriveAsTheyAre() {
        float[] values = new float[3_000_000];
        for (int i = 0; i < values.length; i++) {
            values[i] = i;
        }
        DeviceMemory memory = uploader.upload("a norm", values);

        assertThat(memory.bytes()).isEqualTo(4L * values.length);
        assertThat(Buffers.floats(context, memory, values.length)).isEqualTo(values);
        context.free(memory);
    }

    @Test
    void whatFindsNoMemoryLeavesNone() {
        long before = Emulator.bytes(0);
        Tensor tensor = SampleTensors.random(TensorFormat.BF16, 64, 1024, new Random(3));
        Emulator.setMemory(before + 1000);
        try {
            assertThatThrownBy(() -> uploader.upload(tensor)).hasMessageContaining("a.weight needs 131072 bytes");
        } finally {
            Emulator.reset();
        }
        assertThat(Emulator.bytes(0)).isEqualTo(before);
    }

    private float[] numbers(DeviceMatrix matrix) {
        int count = matrix.rows() * matrix.columns();
        DeviceMemory out = Buffers.floats(context, new float[count]);
        CudaStream stream = context.stream();
        KernelArguments arguments = new KernelArguments()
                .add(matrix.layoutCode())
                .add(matrix.codes())
                .add(matrix.scales())
                .add(matrix.rows())
                .add(matrix.columns())
                .add(out);
        context.step(stream, () -> stream.launch(Emulator.kernels().get("probe_weights"), 3, 1, 1, 128, arguments));
        float[] numbers = Buffers.floats(context, out, count);
        context.free(out);
        context.free(stream);
        return numbers;
    }

    private static float largest(float[] values) {
        float largest = 0;
        for (float value : values) {
            largest = Math.max(largest, Math.abs(value));
        }
        return largest;
    }

    /** Scale times code is exact in a float; only the place where a minimum is added may round in another way. */
    private static void assertClose(float number, float expected, float largest) {
        assertThat(Math.abs(number - expected)).isLessThanOrEqualTo(largest * 0x1p-22f);
    }
}
