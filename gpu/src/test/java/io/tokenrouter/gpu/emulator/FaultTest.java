package io.tokenrouter.gpu.emulator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tokenrouter.engine.executor.LostDeviceException;
import io.tokenrouter.gpu.driver.CudaContext;
import io.tokenrouter.gpu.driver.CudaException;
import io.tokenrouter.gpu.driver.CudaFunction;
import io.tokenrouter.gpu.driver.CudaStream;
import io.tokenrouter.gpu.driver.DeviceMemory;
import io.tokenrouter.gpu.driver.KernelArguments;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What a kernel must not do ends as on a device, and the emulator says where; the virtual machine goes on. */
class FaultTest {

    private CudaContext context;
    private CudaStream stream;
    private DeviceMemory x;

    @BeforeEach
    void open() {
        context = Emulator.context();
        stream = context.stream();
        x = context.allocate("numbers", 100 * 4);
    }

    @AfterEach
    void reset() {
        Emulator.reset();
    }

    @Test
    void writingBehindAnAllocation() {
        assertLost("fault_write", 0, new KernelArguments().add(x).add(100), "ILLEGAL_ADDRESS");
        assertThat(Emulator.fault())
                .contains("fault_write")
                .contains("thread 7 of 32")
                .contains("0 bytes behind the end of an allocation of 400 bytes");
    }

    @Test
    void writingBeforeAnAllocation() {
        assertLost("fault_write", 0, new KernelArguments().add(x).add(-1), "ILLEGAL_ADDRESS");
        assertThat(Emulator.fault()).contains("fault_write").contains("just outside of an allocation of 400 bytes");
    }

    @Test
    void writingInTheRoomBehindAnAllocationOfAnOddSize() {
        DeviceMemory odd = context.allocate("numbers", 4 * 5);
        assertLost("fault_write", 0, new KernelArguments().add(odd).add(5), "ILLEGAL_ADDRESS");
        assertThat(Emulator.fault()).contains("just outside of an allocation of 20 bytes");
    }

    @Test
    void readingFarOutside() {
        assertLost("fault_read", 0, new KernelArguments().add(x).add(x).add(1 << 30), "ILLEGAL_ADDRESS");
    }

    @Test
    void aNullPointer() {
        assertLost(
                "fault_read",
                0,
                new KernelArguments().add((DeviceMemory) null).add(x).add(0),
                "ILLEGAL_ADDRESS");
    }

    @Test
    void memoryThatWasFreed() {
        DeviceMemory freed = context.allocate("numbers", 400);
        context.free(freed);
        assertLost("fault_read", 0, new KernelArguments().add(freed).add(x).add(0), "ILLEGAL_ADDRESS");
    }

    @Test
    void aLoadOf16BytesFromAnAddressThatIsNoMultipleOf16() {
        assertLost("fault_misaligned", 0, new KernelArguments().add(x).add(x).add(1), "MISALIGNED_ADDRESS");
        assertThat(Emulator.fault())
                .contains("misaligned")
                .contains("floats.cuh")
                .contains("16");
    }

    @Test
    void aBarrierThatSomeThreadsDoNotReach() {
        assertLost("fault_barrier", 64, 0, new KernelArguments().add(x), "LAUNCH_FAILED");
        assertThat(Emulator.fault()).contains("of 64, 24 ended, 40 are at a barrier");
    }

    @Test
    void aShuffleWithoutSomeOfItsLanes() {
        assertLost("fault_collective", 0, new KernelArguments().add(x), "LAUNCH_FAILED");
        assertThat(Emulator.fault()).contains("lanes 55555555 of warp 0 wait");
    }

    @Test
    void anIndexOutsideOfAnArrayInSharedMemory() {
        assertLost("fault_shared_index", 0, new KernelArguments().add(x).add(4), "LAUNCH_FAILED");
        assertThat(Emulator.fault()).contains("index outside of an array, ").contains("faults.cu");
    }

    @Test
    void moreDynamicSharedMemoryThanTheLaunchGave() {
        assertLost("fault_dynamic_shared", 32, 64, new KernelArguments().add(x).add(16), "ILLEGAL_ADDRESS");
        assertThat(Emulator.fault()).contains("dynamic shared memory");
    }

    @Test
    void aStackThatIsTooSmall() {
        assertLost("fault_stack", 0, new KernelArguments().add(x).add(3), "ILLEGAL_ADDRESS");
    }

    @Test
    void whatNobodyHasWrittenIsNotANumber() {
        assertThat(Buffers.floats(context, x, 100)).containsOnly(Float.NaN);
        run("fault_unwritten_shared", 32, 128, new KernelArguments().add(x));
        float[] values = Buffers.floats(context, x, 32);
        for (int i = 0; i < 32; i++) {
            assertThat(Float.isNaN(values[i])).isEqualTo(i >= 8);
        }
    }

    @Test
    void aMissingBarrierShowsInOneOfTwoLaunches() {
        boolean[] clean = new boolean[2];
        for (int i = 0; i < 2; i++) {
            run("fault_race", 32, 0, new KernelArguments().add(x));
            float sum = 0;
            for (float value : Buffers.floats(context, x, 32)) {
                sum += value;
            }
            clean[i] = sum == 32;
        }
        assertThat(clean).containsExactlyInAnyOrder(true, false);
    }

    @Test
    void launchesThatNoDeviceTakesAreRefusedAndHarmNothing() {
        KernelArguments arguments = new KernelArguments().add(x).add(0);
        assertThatThrownBy(() -> run("fault_write", 64, 0, arguments))
                .as("more threads than the kernel is for")
                .isInstanceOf(CudaException.class)
                .hasMessageContaining("OUT_OF_RESOURCES");
        assertThatThrownBy(() -> run("fault_write", 0, 0, arguments)).isInstanceOf(CudaException.class);
        assertThatThrownBy(() -> run("fault_write", 32, 64 * 1024, arguments))
                .as("shared memory that was not allowed")
                .isInstanceOf(CudaException.class);

        run("fault_write", 32, 0, arguments);
        assertThat(Buffers.floats(context, x, 1)).containsExactly(1f);
    }

    @Test
    void theVirtualMachineStillHandlesItsOwnFaults() {
        assertLost("fault_write", 0, new KernelArguments().add(x).add(100), "ILLEGAL_ADDRESS");
        // compiled code finds null pointers by faults
        int found = 0;
        for (int i = 0; i < 100_000; i++) {
            try {
                found += length(i % 100 == 0 ? null : "four");
            } catch (NullPointerException e) {
                found++;
            }
        }
        assertThat(found).isEqualTo(99_000 * 4 + 1000);
    }

    private static int length(String text) {
        return text.length();
    }

    private void assertLost(String kernel, int sharedBytes, KernelArguments arguments, String error) {
        assertLost(kernel, 32, sharedBytes, arguments, error);
    }

    private void assertLost(String kernel, int threads, int sharedBytes, KernelArguments arguments, String error) {
        assertThatThrownBy(() -> run(kernel, threads, sharedBytes, arguments))
                .isInstanceOf(LostDeviceException.class)
                .hasMessageContaining("CUDA_ERROR_" + error);
        assertThatThrownBy(() -> context.allocate("more", 4)).isInstanceOf(LostDeviceException.class);
        assertThat(context.lost()).isNotNull();
    }

    private void run(String kernel, int threads, int sharedBytes, KernelArguments arguments) {
        CudaFunction function = Emulator.kernels().get(kernel);
        context.step(stream, () -> stream.launch(function, 1, 1, 1, threads, sharedBytes, arguments));
    }
}
