package io.tokenrouter.gpu.driver;

import jcuda.driver.CUfunction;
import jcuda.driver.CUfunction_attribute;
import jcuda.driver.JCudaDriver;

/** A kernel of a loaded module. */
public final class CudaFunction {

    final CUfunction handle;
    private final String name;

    CudaFunction(CUfunction handle, String name) {
        this.handle = handle;
        this.name = name;
    }

    public String name() {
        return name;
    }

    /** Lets launches have so much dynamic shared memory; needed above 48 KiB. On the thread that owns the context. */
    public CudaFunction allowShared(int bytes) {
        Cuda.check(
                "cuFuncSetAttribute of " + name,
                JCudaDriver.cuFuncSetAttribute(
                        handle, CUfunction_attribute.CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES, bytes));
        return this;
    }
}
