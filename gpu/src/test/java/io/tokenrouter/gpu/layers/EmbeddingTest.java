package io.tokenrouter.gpu.layers;

import static org.assertj.core.api.Assertions.assertThat;

import io.tokenrouter.engine.tensor.Tensor;
import io.tokenrouter.engine.tensor.TensorFormat;
import io.tokenrouter.gpu.driver.DeviceMemory;
import io.tokenrouter.gpu.weights.DeviceMatrix;
import io.tokenrouter.gpu.weights.SampleTensors;
import io.tokenrouter.gpu.weights.WeightUploader;
import java.util.Arrays;
import java.util.Random;
import org.assertj.core.data.Offset;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class EmbeddingTest {

    private static final int ROWS = 7;
    private static final float FACTOR = 3.5f;

    @ParameterizedTest
    @EnumSource
    void rowsAreThoseOfTheFile(TensorFormat format) {
        Random random = new Random(format.ordinal());
        int[] ids = {6, 0, 3, 3};
        try (DeviceArrays device = new DeviceArrays();
                WeightUploader uploader = new WeightUploader(device.context)) {
            for (int wanted : new int[] {40, 300, 1024}) {
                int columns = SampleTensors.columns(format, wanted);
                Tensor tensor = SampleTensors.random(format, ROWS, columns, random);
                DeviceMatrix matrix = uploader.upload(tensor);
                DeviceMemory tokens = device.ints(ids);
                DeviceMemory out = device.poisoned((ids.length + 1) * columns);
                Embedding embedding = new Embedding(device.kernels, matrix, FACTOR);
                device.run(stream -> embedding.apply(stream, tokens, out, ids.length));
                matrix.free(device.context);

                float[] result = device.floats(out);
                for (int token = 0; token < ids.length; token++) {
                    float[] expected = SampleTensors.row(tensor, ids[token]);
                    float largest = 0;
                    for (int i = 0; i < columns; i++) {
                        expected[i] *= FACTOR;
                        largest = Math.max(largest, Math.abs(expected[i]));
                    }
                    assertThat(Arrays.copyOfRange(result, token * columns, (token + 1) * columns))
                            .containsExactly(expected, Offset.offset(largest * 1e-6f));
                }
                assertThat(Arrays.copyOfRange(result, ids.length * columns, result.length))
                        .containsOnly(Float.NaN);
            }
        }
    }
}
