package io.tokenrouter.gpu.driver;

import jcuda.driver.CUgraphExec;
import jcuda.driver.JCudaDriver;

/** Launches that were captured once and are replayed with one call. Addresses and grids are those of the capture. */
public final class CudaGraph {

    final CUgraphExec executable;

    CudaGraph(CUgraphExec executable) {
        this.executable = executable;
    }

    /** On the thread that owns the context; not while a launch of it may run. */
    public void destroy() {
        JCudaDriver.cuGraphExecDestroy(executable);
    }
}
