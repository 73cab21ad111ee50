package io.tokenrouter.gpu.verify;

import io.tokenrouter.gpu.driver.CudaContext;
import io.tokenrouter.gpu.driver.CudaDriver;
import io.tokenrouter.gpu.driver.CudaStream;
import io.tokenrouter.gpu.driver.DeviceMemory;
import io.tokenrouter.gpu.emulator.Emulator;
import io.tokenrouter.gpu.kernels.Kernels;
import io.tokenrouter.gpu.weights.DeviceMatrix;
import io.tokenrouter.gpu.weights.Matmul;
import io.tokenrouter.gpu.weights.WeightUploader;

/** Times the kernels that multiply, many launches in a row. */
final class DeviceOutputTimer implements OutputTimer {

    private static final int LAUNCHES = 16;

    private final Target target;

    DeviceOutputTimer(Target target) {
        this.target = target;
    }

    @Override
    public double seconds(SyntheticModel model, int batch, StepTimer timer) {
        CudaDriver.DeviceInfo info = CudaDriver.devices().getFirst();
        if (target.emulated()) {
            return seconds(Emulator.context(), Emulator.kernels(), info, model, batch, timer);
        }
        try (CudaContext context = CudaDriver.open(info)) {
            return seconds(context, new Kernels(context, info.computeCapability()), info, model, batch, timer);
        }
    }

    private static double seconds(
            CudaContext context,
            Kernels kernels,
            CudaDriver.DeviceInfo info,
            SyntheticModel model,
            int batch,
            StepTimer timer) {
        CudaStream stream = context.stream();
        try (WeightUploader uploader = new WeightUploader(context);
                Matmul matmul = new Matmul(context, kernels, info)) {
            DeviceMatrix matrix = uploader.upload(model.get("token_embd.weight"));
            DeviceMemory x = context.allocate("rows to multiply", 4L * batch * matrix.columns());
            DeviceMemory y = context.allocate("products", 4L * batch * matrix.rows());
            try {
                context.step(stream, () -> stream.fill(x, (byte) 0));
                Runnable launches = () -> {
                    for (int i = 0; i < LAUNCHES; i++) {
                        matmul.run(stream, matrix, null, x, matrix.columns(), y, matrix.rows(), batch, false);
                    }
                };
                return timer.median(() -> context.step(stream, launches)) / LAUNCHES;
            } finally {
                context.free(y);
                context.free(x);
                matrix.free(context);
            }
        } finally {
            context.free(stream);
        }
    }
}
