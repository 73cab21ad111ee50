package io.tokenrouter.gpu;

/**
 * How a CUDA executor runs its steps.
 *
 * @param graphs whether small steps are captured as CUDA graphs and replayed; the system property {@code tokenrouter.gpu.graphs}
 */
record CudaExecutorOptions(boolean graphs) {

    static CudaExecutorOptions fromSystemProperties() {
        return new CudaExecutorOptions(!"false".equals(System.getProperty("tokenrouter.gpu.graphs")));
    }
}
