package io.tokenrouter.gpu;

import io.tokenrouter.engine.executor.ExecutorProvider;
import io.tokenrouter.engine.executor.NoDeviceException;
import io.tokenrouter.engine.executor.OfferedDevice;
import io.tokenrouter.gpu.driver.CudaDriver;
import io.tokenrouter.gpu.driver.UnusableDriverException;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The NVIDIA GPUs of this machine. Made by {@link java.util.ServiceLoader}; safe from any thread. */
public final class CudaExecutorProvider implements ExecutorProvider {

    private @Nullable List<OfferedDevice> devices;

    @Override
    public String name() {
        return "CUDA";
    }

    @Override
    public synchronized List<OfferedDevice> devices() {
        if (devices == null) {
            try {
                devices = CudaDriver.devices().stream()
                        .<OfferedDevice>map(CudaDevice::new)
                        .toList();
            } catch (UnusableDriverException e) {
                throw new NoDeviceException(String.valueOf(e.getMessage()), e);
            }
        }
        return devices;
    }
}
