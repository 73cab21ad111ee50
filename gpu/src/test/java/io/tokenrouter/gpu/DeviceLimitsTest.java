package io.tokenrouter.gpu;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.junit.jupiter.api.Assumptions.assumeFalse;

import io.tokenrouter.engine.api.SamplingParams;
import io.tokenrouter.engine.executor.Batch;
import io.tokenrouter.engine.executor.BatchRow;
import io.tokenrouter.engine.executor.CandidateRequest;
import io.tokenrouter.engine.executor.DeviceBytes;
import io.tokenrouter.engine.executor.ExecutorOptions;
import io.tokenrouter.engine.executor.LostDeviceException;
import io.tokenrouter.engine.executor.OfferedDevice;
import io.tokenrouter.engine.fixtures.RandomModel;
import io.tokenrouter.engine.model.ModelFormatException;
import io.tokenrouter.gpu.driver.CudaDriver;
import io.tokenrouter.gpu.emulator.Emulator;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Memory that does not suffice, and devices that go; on the emulator, which can be told to have the one and do the other. */
class DeviceLimitsTest {

    private static final RandomModel MODEL = RandomModel.tiny(9);

    @BeforeEach
    void emulate() {
        assumeFalse("real".equals(System.getProperty("tokenrouter.gpu.test-device")), "not for a real device");
        Emulator.require();
        Emulator.reset();
    }

    @AfterEach
    void reset() {
        Emulator.reset();
    }

    @Test
    void whatAnExecutorTakesIsWhatWasSaidAndComesBack() {
        CudaDevice device = TestExecutors.device();
        device.freeBytes();
        long before = Emulator.bytes(0);
        long pinned = Emulator.pinnedBytes(0);
        DeviceBytes said = device.bytesFor(MODEL.config(), MODEL, new ExecutorOptions(1 << 20, 16, 16, 128));
        try (CudaModelExecutor executor = TestExecutors.gpu(device, MODEL, true)) {
            step(executor);
            long counted = said.total() - DeviceBudget.REST;
            assertThat(Emulator.bytes(0) - before).isBetween(counted * 8 / 10, said.total());
        }
        assertThat(Emulator.bytes(0)).isEqualTo(before);
        assertThat(Emulator.pinnedBytes(0)).isEqualTo(pinned);
    }

    @Test
    void aModelThatDoesNotFitIsRefusedWithWhatItNeedsWhatIsFreeAndWhatToChange() {
        CudaDevice device = TestExecutors.device();
        device.freeBytes();
        long taken = Emulator.bytes(0);
        Emulator.setMemory(taken + (3 << 20));
        assertThatIllegalArgumentException()
                .isThrownBy(() -> TestExecutors.gpu(device, MODEL, true))
                .withMessageMatching(
                        "the model needs \\d+ bytes of cuda:0 \\(weights \\d+, KV cache 1048576, .*\\), and "
                                + (3 << 20) + " are free; give its KV cache less with --kv-memory.*");
        assertThat(Emulator.bytes(0)).isEqualTo(taken);
    }

    @Test
    void aCacheWithoutRoomForABlockIsRefused() {
        ExecutorOptions tiny = new ExecutorOptions(100, 16, 16, 128);
        assertThatIllegalArgumentException()
                .isThrownBy(() -> TestExecutors.device().bytesFor(MODEL.config(), MODEL, tiny))
                .withMessageContaining("holds no block")
                .withMessageContaining("--kv-memory");
    }

    @Test
    void widthsThatNoKernelIsForAreRefusedBeforeAnythingIsLoaded() {
        ExecutorOptions options = new ExecutorOptions(1 << 20, 16, 16, 128);
        RandomModel narrow = RandomModel.shape().heads(4, 2, 12).build(1);
        RandomModel odd = RandomModel.shape().inner(98).build(1);
        RandomModel wide = RandomModel.shape().heads(2, 1, 192).build(1);
        CudaDevice device = TestExecutors.device();
        assertThatExceptionOfType(ModelFormatException.class)
                .isThrownBy(() -> device.bytesFor(narrow.config(), narrow, options))
                .withMessageContaining("heads of 12 dimensions")
                .withMessageContaining("multiples of 8 up to 256");
        assertThatExceptionOfType(ModelFormatException.class)
                .isThrownBy(() -> device.bytesFor(odd.config(), odd, options))
                .withMessageContaining("98 numbers");
        device.bytesFor(wide.config(), wide, options);
        CudaDevice older = new CudaDevice(new CudaDriver.DeviceInfo(0, "Tesla T4", 16L << 30, 75, 40));
        assertThatExceptionOfType(ModelFormatException.class)
                .isThrownBy(() -> older.bytesFor(wide.config(), wide, options))
                .withMessage(
                        "the model has heads of 192 dimensions; the kernels for Tesla T4 take multiples of 8 up to 128");
    }

    @Test
    void aClosedExecutorRunsNothing() {
        CudaModelExecutor executor = TestExecutors.gpu(MODEL, true);
        executor.close();
        executor.close();
        assertThatIllegalStateException().isThrownBy(() -> step(executor));
    }

    @Test
    void aLostDeviceEndsStepsAndTakesOnlyItsOwnModels() {
        Emulator.setDevices(2);
        List<OfferedDevice> devices = new CudaExecutorProvider().devices();
        assertThat(devices).extracting(OfferedDevice::name).containsExactly("cuda:0", "cuda:1");
        CudaDevice first = (CudaDevice) devices.getFirst();
        CudaDevice second = (CudaDevice) devices.getLast();
        CudaModelExecutor lost = TestExecutors.gpu(first, MODEL, true);
        CudaModelExecutor neighbour = TestExecutors.gpu(first, MODEL, true);
        try (CudaModelExecutor elsewhere = TestExecutors.gpu(second, MODEL, true)) {
            assertThat(neighbour.device()).isEqualTo(lost.device()).isNotEqualTo(elsewhere.device());
            step(lost);
            Emulator.loseAfter(0, 4);
            assertThatExceptionOfType(LostDeviceException.class).isThrownBy(() -> step(lost));
            assertThatExceptionOfType(LostDeviceException.class).isThrownBy(() -> step(neighbour));
            assertThatExceptionOfType(LostDeviceException.class).isThrownBy(first::freeBytes);
            step(elsewhere);
            lost.close();
            neighbour.close();
        } finally {
            // a process ends with its contexts; this one goes on with other tests
            first.opened().context().close();
            second.opened().context().close();
        }
    }

    private static void step(CudaModelExecutor executor) {
        int[] ids = {1, 2, 3};
        CandidateRequest request = new CandidateRequest(SamplingParams.GREEDY, 3, ids, 3, 5, false);
        executor.execute(new Batch(List.of(new BatchRow(ids, 0, 3, 0, new int[] {0}, request))));
    }
}
