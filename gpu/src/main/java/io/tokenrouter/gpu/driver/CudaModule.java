package io.tokenrouter.gpu.driver;

import java.util.Optional;
import jcuda.driver.CUfunction;
import jcuda.driver.CUmodule;
import jcuda.driver.CUresult;
import jcuda.driver.JCudaDriver;

/** Kernels that a context has loaded. */
public final class CudaModule {

    final CUmodule handle;

    CudaModule(CUmodule handle) {
        this.handle = handle;
    }

    /** The kernel of this name, if there is one. On the thread that owns the context. */
    public Optional<CudaFunction> find(String name) {
        CUfunction function = new CUfunction();
        int result = JCudaDriver.cuModuleGetFunction(function, handle, name);
        if (result == CUresult.CUDA_ERROR_NOT_FOUND) {
            return Optional.empty();
        }
        Cuda.check("cuModuleGetFunction of " + name, result);
        return Optional.of(new CudaFunction(function, name));
    }
}
