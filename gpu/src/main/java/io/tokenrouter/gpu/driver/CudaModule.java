package io.tokenrouter.gpu.driver;

import jcuda.driver.CUfunction;
import jcuda.driver.CUmodule;
import jcuda.driver.JCudaDriver;

/** Kernels that a context has loaded. */
public final class CudaModule {

    private final CUmodule handle;

    CudaModule(CUmodule handle) {
        this.handle = handle;
    }

    /** @throws CudaException if there is no kernel of this name; on the thread that owns the context */
    public CudaFunction function(String name) {
        CUfunction function = new CUfunction();
        Cuda.check("cuModuleGetFunction of " + name, JCudaDriver.cuModuleGetFunction(function, handle, name));
        return new CudaFunction(function, name);
    }
}
