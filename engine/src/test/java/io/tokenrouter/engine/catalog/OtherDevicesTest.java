package io.tokenrouter.engine.catalog;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tokenrouter.engine.executor.DeviceBytes;
import io.tokenrouter.engine.executor.ExecutorOptions;
import io.tokenrouter.engine.executor.ExecutorSpec;
import io.tokenrouter.engine.executor.cpu.CpuDevice;
import io.tokenrouter.engine.executor.cpu.CpuExecutorOptions;
import io.tokenrouter.engine.fixtures.DemoModels;
import io.tokenrouter.engine.fixtures.ScriptedDevice;
import io.tokenrouter.engine.fixtures.ScriptedDeviceExecutor;
import java.io.IOException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Models on a device that is not the processor get what models on the processor get. */
class OtherDevicesTest {

    private static final long MIB = 1 << 20;
    private static final ExecutorOptions OPTIONS = ExecutorOptions.DEFAULTS.withKvBytes(4 * MIB);

    private final CpuDevice processor = new CpuDevice(1);
    private final ModelLoader loader = new ModelLoader(processor);
    private final ScriptedDevice device = new ScriptedDevice("cuda:0", 64 * MIB);

    @AfterEach
    void close() {
        processor.close();
    }

    @Test
    void itsExecutorHasTheSameLimits() throws IOException {
        try (LoadedModel here = load(CpuExecutorOptions.DEFAULTS.withKvBytes(4 * MIB));
                LoadedModel there = load()) {
            ExecutorSpec spec = there.executor().spec();
            assertThat(spec).isEqualTo(here.executor().spec());
            assertThat(there.executor().device()).isEqualTo(device);
            assertThat(there.tokenizer().vocabulary().size()).isEqualTo(spec.vocabularySize());
        }
    }

    @Test
    void whatItTakesIsKnownBeforeItIsOpen() throws IOException {
        ModelInspection file = ModelInspection.of(DemoModels.SMALL);
        DeviceBytes expected = device.bytesFor(file.description().config(), file.shapes(), OPTIONS);
        long before = device.freeBytes();
        try (LoadedModel there = load()) {
            assertThat(before - device.freeBytes()).isEqualTo(expected.total());
            assertThat(expected.heap()).isZero();
            assertThat(device.executors()).containsExactly((ScriptedDeviceExecutor) there.executor());
        }
        assertThat(device.freeBytes()).isEqualTo(before);
    }

    @Test
    void whatDoesNotFitIsRefusedAndNothingStaysOpen() {
        device.take(device.totalBytes() - 1000);

        assertThatThrownBy(this::load)
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("bytes needed")
                .hasMessageContaining("1000 bytes free");
        assertThat(device.executors()).isEmpty();
    }

    private LoadedModel load() throws IOException {
        return loader.load("m", DemoModels.SMALL, device, OPTIONS, LoadProgress.NONE);
    }

    private LoadedModel load(CpuExecutorOptions options) throws IOException {
        return loader.load("m", DemoModels.SMALL, options, LoadProgress.NONE);
    }
}
