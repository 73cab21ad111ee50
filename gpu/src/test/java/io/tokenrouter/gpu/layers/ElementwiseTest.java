package io.tokenrouter.gpu.layers;

import static org.assertj.core.api.Assertions.assertThat;

import io.tokenrouter.engine.model.GateActivation;
import io.tokenrouter.engine.tensor.KernelChoice;
import io.tokenrouter.gpu.driver.DeviceMemory;
import java.util.Arrays;
import java.util.Random;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class ElementwiseTest {

    private static final Offset<Float> CLOSE = Offset.offset(1e-5f);

    private final Random random = new Random(7);
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
    @EnumSource
    void gatesAreThoseOfTheProcessor(GateActivation activation) {
        for (int width : new int[] {1, 6, 32, 1100}) {
            GatedActivation gated = new GatedActivation(device.kernels, activation, width);
            for (int rows : new int[] {1, 3}) {
                float[] gate = DeviceArrays.random(random, rows * width);
                float[] up = DeviceArrays.random(random, rows * width);
                gate[0] = -200;
                DeviceMemory gates = device.floats(gate);
                DeviceMemory ups = device.floats(up);
                DeviceMemory both = device.floats(sideBySide(gate, up, width));
                DeviceMemory out = device.poisoned((rows + 1) * width);
                device.run(stream -> gated.applySideBySide(stream, both, out, rows));
                device.run(stream -> gated.apply(stream, gates, ups, gates, rows));
                switch (activation) {
                    case SILU -> KernelChoice.SCALAR.kernels().swiGlu(gate, 0, up, 0, gate.length);
                    case GELU_TANH -> KernelChoice.SCALAR.kernels().geGlu(gate, 0, up, 0, gate.length);
                }
                assertThat(device.floats(gates)).containsExactly(gate, CLOSE);
                float[] result = device.floats(out);
                assertThat(Arrays.copyOf(result, gate.length)).containsExactly(gate, CLOSE);
                assertThat(Arrays.copyOfRange(result, gate.length, result.length))
                        .containsOnly(Float.NaN);
            }
        }
    }

    @Test
    void logitsAreCappedAndGapsAreTakenOut() {
        int width = 301;
        int stride = 304;
        float[] logits = DeviceArrays.random(random, 2 * stride);
        for (int i = 0; i < logits.length; i++) {
            logits[i] = i % stride < width ? 40 * logits[i] : Float.NaN;
        }
        DeviceMemory capped = device.floats(logits);
        DeviceMemory plain = device.floats(logits);
        DeviceMemory gaps = device.ints(300, 0, 17);
        LogitRows cap = new LogitRows(device.kernels, width, 30, gaps);
        LogitRows none = new LogitRows(device.kernels, width, 0, null);
        device.run(stream -> cap.apply(stream, capped, stride, 2));
        device.run(stream -> none.apply(stream, plain, stride, 2));
        assertThat(device.floats(plain)).containsExactly(logits);
        KernelChoice.SCALAR.kernels().softCap(logits, 0, width, 30);
        KernelChoice.SCALAR.kernels().softCap(logits, stride, width, 30);
        for (int gap : new int[] {300, 0, 17}) {
            logits[gap] = Float.NEGATIVE_INFINITY;
            logits[stride + gap] = Float.NEGATIVE_INFINITY;
        }
        float[] result = device.floats(capped);
        for (int i = 0; i < logits.length; i++) {
            if (Float.isFinite(logits[i])) {
                assertThat(result[i]).isCloseTo(logits[i], Offset.offset(3e-5f));
            } else {
                assertThat(result[i]).isEqualTo(Float.valueOf(logits[i]));
            }
        }
    }

    private static float[] sideBySide(float[] gate, float[] up, int width) {
        float[] both = new float[2 * gate.length];
        for (int row = 0; row < gate.length / width; row++) {
            System.arraycopy(gate, row * width, both, 2 * row * width, width);
            System.arraycopy(up, row * width, both, (2 * row + 1) * width, width);
        }
        return both;
    }
}
