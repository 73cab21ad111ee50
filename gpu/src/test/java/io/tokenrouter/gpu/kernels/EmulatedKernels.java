package io.tokenrouter.gpu.kernels;

import io.tokenrouter.gpu.driver.CudaContext;
import java.util.List;

/** Kernels of the emulator, which takes any image for all of them: the sources are enough, also those of the tests. */
public final class EmulatedKernels {

    private EmulatedKernels() {}

    public static Kernels in(CudaContext context) {
        return new Kernels(context, 90, new Kernels.Images() {
            @Override
            public List<String> units() {
                return List.of("emulated");
            }

            @Override
            public byte[] image(String unit, String kind) {
                return new byte[1];
            }
        });
    }
}
