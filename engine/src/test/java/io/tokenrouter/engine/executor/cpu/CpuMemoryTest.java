package io.tokenrouter.engine.executor.cpu;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import com.sun.management.ThreadMXBean;
import io.tokenrouter.engine.fixtures.RandomModel;
import io.tokenrouter.engine.model.RopeConfig;
import io.tokenrouter.engine.model.RopeScaling;
import io.tokenrouter.engine.tensor.KernelChoice;
import java.lang.management.ManagementFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What is said of the memory that an executor takes, against what making one allocates. */
class CpuMemoryTest {

    private static final ThreadMXBean ALLOCATIONS = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    private static final int IDS = 2048;

    @ParameterizedTest
    @CsvSource({"F16, 1, 512", "F32, 2, 64", "Q8_0, 2, 64", "F16, 2, 8192"})
    void isWhatIsAllocated(KvType kvType, int threads, int context) {
        RandomModel model = RandomModel.shape()
                .vocabulary(IDS)
                .hidden(128)
                .heads(8, 2, 32)
                .inner(256)
                .context(context)
                .build(1);
        CpuExecutorOptions options = new CpuExecutorOptions(8 << 20, 16, 16, 256, kvType, KernelChoice.AUTO);
        long said = CpuMemory.of(model.config(), 0, threads, options).heap();
        try (CpuDevice device = new CpuDevice(threads)) {
            create(model, device, options);
            long before = ALLOCATIONS.getCurrentThreadAllocatedBytes();
            create(model, device, options);
            long allocated = ALLOCATIONS.getCurrentThreadAllocatedBytes() - before;
            assertThat((double) allocated / said).isBetween(0.9, 1.05);
        }
    }

    /** A quarter of a million heads that share one key: their scores alone are more than an array has. */
    @Test
    void sizesThatNoArrayHasAreRefused() {
        RandomModel model = RandomModel.shape()
                .hidden(2)
                .heads(1 << 18, 1, 2)
                .inner(2)
                .layers(1)
                .context(4096)
                .rope(new RopeConfig(10_000f, 2, new RopeScaling.None(), RopeConfig.Layout.HALVES))
                .build(1);
        CpuExecutorOptions options = new CpuExecutorOptions(1 << 20, 16, 1, 1, KvType.F32, KernelChoice.AUTO);
        try (CpuDevice device = new CpuDevice(1)) {
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> CpuModelExecutor.create(model.config(), model, 96, device, options))
                    .withMessageContaining("arrays that are larger than any");
        }
    }

    private static void create(RandomModel model, CpuDevice device, CpuExecutorOptions options) {
        CpuModelExecutor.create(model.config(), model, IDS, device, options).close();
    }
}
