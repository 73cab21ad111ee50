package io.tokenrouter.gpu.driver;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tokenrouter.engine.executor.LostDeviceException;
import io.tokenrouter.gpu.emulator.Buffers;
import io.tokenrouter.gpu.emulator.Emulator;
import io.tokenrouter.gpu.kernels.EmulatedKernels;
import jcuda.driver.CUresult;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Devices as the driver has them, and drivers that are of no use. */
class CudaDriverTest {

    @BeforeEach
    void load() {
        Emulator.require();
        Emulator.reset();
    }

    @AfterEach
    void reset() {
        Emulator.reset();
    }

    @Test
    void theEmulatorIsNoGpuAndSaysSo() {
        Emulator.setComputeCapability(86);
        Emulator.setMemory(64 << 20);
        assertThat(CudaDriver.devices()).singleElement().satisfies(device -> {
            assertThat(device.name()).isEqualTo("TokenRouter CUDA emulator (not a GPU)");
            assertThat(device.computeCapability()).isEqualTo(86);
            assertThat(device.totalBytes()).isEqualTo(64 << 20);
            assertThat(device.multiprocessors()).isPositive();
        });
    }

    @Test
    void aDriverThatIsTooOldIsOfNoUse() {
        Emulator.setDriverVersion(12_030);
        assertThatThrownBy(CudaDriver::devices)
                .isInstanceOf(UnusableDriverException.class)
                .hasMessage("the NVIDIA driver is of CUDA 12.3; 12.4 or newer is needed");
    }

    @Test
    void aDriverThatDoesNotStartIsOfNoUse() {
        Emulator.setInitResult(999);
        assertThatThrownBy(CudaDriver::devices)
                .isInstanceOf(UnusableDriverException.class)
                .hasMessageContaining("CUDA_ERROR_UNKNOWN");
    }

    @Test
    void aDriverWithoutDevices() {
        Emulator.setDevices(0);
        assertThat(CudaDriver.devices()).isEmpty();
    }

    @Test
    void memoryThatIsNotThereIsSaidWithBytesNeededAndFree() {
        Emulator.setDevices(2);
        Emulator.setMemory(1 << 20);
        try (CudaContext context = Emulator.open(1)) {
            DeviceMemory half = context.allocate("weights", 1 << 19);
            assertThatThrownBy(() -> context.allocate("the cache", (1 << 19) + 1))
                    .isInstanceOfSatisfying(DeviceMemoryException.class, e -> {
                        assertThat(e.needed()).isEqualTo((1 << 19) + 1);
                        assertThat(e.free()).isEqualTo(1 << 19);
                    })
                    .hasMessage("the cache needs 524289 bytes of device memory, and 524288 are free");
            context.free(half);
            context.free(context.allocate("the cache", 1 << 20));
        }
    }

    @Test
    void hostMemoryThatDoesNotSufficeIsSaidWithTheBytesNeeded() {
        try (CudaContext context = Emulator.open(0)) {
            assertThatThrownBy(() -> context.allocatePinned(1L << 50))
                    .isInstanceOf(CudaException.class)
                    .hasMessage(
                            "cuMemHostAlloc failed: 1125899906842624 bytes of pinned host memory are needed, and the host's"
                                    + " memory does not suffice");
            assertThat(context.lost()).isNull();
        }
    }

    @Test
    void errorsAfterWhichNothingOfAProcessWorksAreLosses() {
        for (int error : new int[] {
            CUresult.CUDA_ERROR_EXTERNAL_DEVICE,
            CUresult.CUDA_ERROR_MPS_RPC_FAILURE,
            CUresult.CUDA_ERROR_MPS_CLIENT_TERMINATED
        }) {
            assertThatThrownBy(() -> Cuda.check("cuEventQuery", error))
                    .isInstanceOf(LostDeviceException.class)
                    .hasMessageStartingWith("cuEventQuery failed: " + CUresult.stringFor(error));
        }
    }

    @Test
    void aDeviceThatIsLostTakesOnlyItself() {
        Emulator.setDevices(2);
        try (CudaContext first = Emulator.open(0);
                CudaContext second = Emulator.open(1)) {
            Emulator.loseAfter(1, 1);
            add(first);
            add(second);
            assertThatThrownBy(() -> add(second))
                    .isInstanceOf(LostDeviceException.class)
                    .hasMessageContaining("CUDA_ERROR_ECC_UNCORRECTABLE");
            assertThatThrownBy(() -> add(second)).isInstanceOf(LostDeviceException.class);
            assertThatThrownBy(second::stream).isInstanceOf(LostDeviceException.class);
            add(first);
            assertThat(first.lost()).isNull();
            assertThat(second.lost()).isNotNull();
        }
        // a new process, as it were
        Emulator.loseAfter(1, -1);
        try (CudaContext second = Emulator.open(1)) {
            add(second);
        }
        assertThat(Emulator.allocations(1)).isZero();
    }

    @Test
    void aClosedDeviceSaysSo() {
        CudaContext context = Emulator.open(0);
        context.close();
        context.close();
        assertThatThrownBy(context::stream)
                .isInstanceOf(IllegalStateException.class)
                .hasMessage("the device is closed");
    }

    private static void add(CudaContext context) {
        DeviceMemory x = Buffers.floats(context, 1, 2);
        CudaFunction axpy = EmulatedKernels.in(context).get("probe_axpy");
        CudaStream stream = context.stream();
        context.step(
                stream,
                () -> stream.launch(
                        axpy,
                        1,
                        1,
                        1,
                        32,
                        new KernelArguments().add(x).add(x).add(1f).add(2)));
        assertThat(Buffers.floats(context, x, 2)).isEqualTo(new float[] {2, 4});
        context.free(stream);
        context.free(x);
    }
}
