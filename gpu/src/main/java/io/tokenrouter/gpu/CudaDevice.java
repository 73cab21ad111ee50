package io.tokenrouter.gpu;

import io.tokenrouter.engine.executor.Device;
import io.tokenrouter.engine.executor.DeviceBytes;
import io.tokenrouter.engine.executor.ExecutorOptions;
import io.tokenrouter.engine.executor.LostDeviceException;
import io.tokenrouter.engine.executor.ModelExecutor;
import io.tokenrouter.engine.executor.OfferedDevice;
import io.tokenrouter.engine.model.ModelConfig;
import io.tokenrouter.engine.model.ModelShapes;
import io.tokenrouter.engine.model.ModelWeights;
import io.tokenrouter.gpu.driver.CudaContext;
import io.tokenrouter.gpu.driver.CudaDriver;
import io.tokenrouter.gpu.driver.CudaException;
import io.tokenrouter.gpu.kernels.Kernels;
import org.jspecify.annotations.Nullable;

/**
 * One GPU. Its context is made when the first model comes, or its memory is first asked for, and lives as long as the process. Models on it
 * have streams of their own, so their steps run at the same time.
 */
final class CudaDevice implements OfferedDevice, Device {

    private final CudaDriver.DeviceInfo info;
    private @Nullable Opened opened;

    /** What all models of a device share. */
    record Opened(CudaContext context, Kernels kernels) {}

    CudaDevice(CudaDriver.DeviceInfo info) {
        this.info = info;
    }

    /** In a context that is there. */
    CudaDevice(CudaDriver.DeviceInfo info, Opened opened) {
        this.info = info;
        this.opened = opened;
    }

    @Override
    public String name() {
        return "cuda:" + info.ordinal();
    }

    @Override
    public String description() {
        return info.name();
    }

    @Override
    public long totalBytes() {
        return info.totalBytes();
    }

    @Override
    public long freeBytes() {
        return opened().context().freeBytes();
    }

    @Override
    public long kvBytesPerToken(ModelConfig config) {
        return new ModelShape(config).blockBytes(1);
    }

    CudaDriver.DeviceInfo info() {
        return info;
    }

    @Override
    public boolean runsOneStepAtATime() {
        return false;
    }

    @Override
    public DeviceBytes bytesFor(ModelConfig config, ModelShapes weights, ExecutorOptions options) {
        return DeviceBudget.of(config, weights, options, info);
    }

    @Override
    public ModelExecutor open(
            ModelConfig config, ModelWeights weights, int vocabularySize, int[] gaps, ExecutorOptions options) {
        return CudaModelExecutor.create(
                this, config, weights, vocabularySize, gaps, options, CudaExecutorOptions.fromSystemProperties());
    }

    /**
     * @throws LostDeviceException if the device was lost
     * @throws CudaException if it gives no context
     */
    synchronized Opened opened() {
        Opened existing = opened;
        if (existing == null) {
            CudaContext context = CudaDriver.open(info);
            existing = new Opened(context, new Kernels(context, info.computeCapability()));
            opened = existing;
        }
        return existing;
    }
}
