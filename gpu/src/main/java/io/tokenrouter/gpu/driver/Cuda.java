package io.tokenrouter.gpu.driver;

import io.tokenrouter.engine.executor.LostDeviceException;
import java.util.Set;
import jcuda.driver.CUresult;
import jcuda.driver.JCudaDriver;

/** Results of driver calls as exceptions. */
final class Cuda {

    /** After these a context answers every call with an error: nothing but a new process brings it back. */
    private static final Set<Integer> LOST = Set.of(
            CUresult.CUDA_ERROR_ILLEGAL_ADDRESS,
            CUresult.CUDA_ERROR_LAUNCH_FAILED,
            CUresult.CUDA_ERROR_LAUNCH_TIMEOUT,
            CUresult.CUDA_ERROR_ECC_UNCORRECTABLE,
            CUresult.CUDA_ERROR_HARDWARE_STACK_ERROR,
            CUresult.CUDA_ERROR_ILLEGAL_INSTRUCTION,
            CUresult.CUDA_ERROR_MISALIGNED_ADDRESS,
            CUresult.CUDA_ERROR_INVALID_ADDRESS_SPACE,
            CUresult.CUDA_ERROR_INVALID_PC,
            CUresult.CUDA_ERROR_ASSERT,
            CUresult.CUDA_ERROR_DEVICE_UNAVAILABLE,
            CUresult.CUDA_ERROR_CONTEXT_IS_DESTROYED,
            CUresult.CUDA_ERROR_DEINITIALIZED,
            CUresult.CUDA_ERROR_NVLINK_UNCORRECTABLE,
            CUresult.CUDA_ERROR_EXTERNAL_DEVICE,
            CUresult.CUDA_ERROR_MPS_RPC_FAILURE,
            CUresult.CUDA_ERROR_MPS_CLIENT_TERMINATED,
            CUresult.CUDA_ERROR_UNKNOWN);

    private Cuda() {}

    /**
     * @param call name of the driver's function
     * @param result what it returned
     * @throws LostDeviceException if the context is of no use any more
     * @throws CudaException if the call failed otherwise
     */
    static void check(String call, int result) {
        if (result == CUresult.CUDA_SUCCESS) {
            return;
        }
        if (LOST.contains(result)) {
            throw new LostDeviceException(call + " failed: " + describe(result));
        }
        throw new CudaException(call, result, describe(result));
    }

    static String describe(int result) {
        String[] text = new String[1];
        JCudaDriver.cuGetErrorString(result, text);
        String name = CUresult.stringFor(result);
        return text[0] == null ? name : name + " (" + text[0] + ")";
    }
}
