package io.tokenrouter.gpu;

import io.tokenrouter.engine.executor.ExecutorOptions;
import io.tokenrouter.engine.executor.ModelExecutor;
import io.tokenrouter.engine.executor.cpu.CpuDevice;
import io.tokenrouter.engine.executor.cpu.CpuExecutorOptions;
import io.tokenrouter.engine.executor.cpu.CpuModelExecutor;
import io.tokenrouter.engine.executor.cpu.KvType;
import io.tokenrouter.engine.fixtures.RandomModel;
import io.tokenrouter.gpu.driver.CudaContext;
import io.tokenrouter.gpu.driver.CudaDriver;
import io.tokenrouter.gpu.emulator.Emulator;
import io.tokenrouter.gpu.kernels.Kernels;
import org.jspecify.annotations.Nullable;

/** Executors of random models on the device under test and on the processor, with the same limits. */
final class TestExecutors {

    /** Padding rows and a gap, as real vocabularies have them. */
    static final int VOCABULARY = 90;

    static final int[] GAPS = {70, 89};

    static final CpuDevice CPU = new CpuDevice(2);

    private static final int MAX_ROWS = 16;
    private static final int MAX_TOKENS = 128;
    private static final int BLOCK = 16;

    private TestExecutors() {}

    private static @Nullable CudaDevice shared;

    /**
     * Device 0 in the context that all tests share, so that none keeps a context alive which others broke. Skips the test where there is
     * neither a device nor an emulator.
     */
    static synchronized CudaDevice device() {
        CudaContext context = Emulator.context();
        CudaDevice device = shared;
        if (device == null || device.opened().context() != context) {
            CudaDriver.DeviceInfo info = CudaDriver.devices().getFirst();
            device = new CudaDevice(
                    info, new CudaDevice.Opened(context, new Kernels(context, info.computeCapability())));
            shared = device;
        }
        return device;
    }

    static CudaModelExecutor gpu(RandomModel model, boolean graphs) {
        return gpu(device(), model, graphs);
    }

    static CudaModelExecutor gpu(CudaDevice device, RandomModel model, boolean graphs) {
        return CudaModelExecutor.create(
                device,
                model.config(),
                model,
                Math.min(VOCABULARY, model.config().vocabularySize()),
                GAPS,
                new ExecutorOptions(1 << 20, BLOCK, MAX_ROWS, MAX_TOKENS),
                new CudaExecutorOptions(graphs));
    }

    static ModelExecutor cpu(RandomModel model) {
        CpuExecutorOptions options = CpuExecutorOptions.DEFAULTS
                .withKvBytes(1 << 20)
                .withBlockSize(BLOCK)
                .withMaxRows(MAX_ROWS)
                .withMaxStepTokens(MAX_TOKENS)
                .withKvType(KvType.F16);
        return CpuModelExecutor.create(
                model.config(), model, Math.min(VOCABULARY, model.config().vocabularySize()), GAPS, CPU, options);
    }
}
