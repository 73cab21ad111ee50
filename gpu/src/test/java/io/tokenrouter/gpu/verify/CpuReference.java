package io.tokenrouter.gpu.verify;

import io.tokenrouter.engine.executor.ExecutorOptions;
import io.tokenrouter.engine.executor.ModelExecutor;
import io.tokenrouter.engine.executor.cpu.CpuDevice;
import io.tokenrouter.engine.executor.cpu.CpuExecutorOptions;
import io.tokenrouter.engine.executor.cpu.CpuModelExecutor;
import io.tokenrouter.engine.executor.cpu.KvType;

/** The processor's executor with the limits of the device's, and keys and values as these are there. */
final class CpuReference implements AutoCloseable {

    private final CpuDevice device = CpuDevice.ofThisMachine();

    ModelExecutor open(SyntheticModel model, ExecutorOptions options) {
        return CpuModelExecutor.create(
                model.config(),
                model,
                model.shape().vocabulary(),
                device,
                CpuExecutorOptions.DEFAULTS
                        .withKvBytes(options.kvBytes())
                        .withBlockSize(options.blockSize())
                        .withMaxRows(options.maxRows())
                        .withMaxStepTokens(options.maxStepTokens())
                        .withKvType(KvType.F16));
    }

    @Override
    public void close() {
        device.close();
    }
}
