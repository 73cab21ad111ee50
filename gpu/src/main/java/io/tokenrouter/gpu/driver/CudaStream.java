package io.tokenrouter.gpu.driver;

import io.tokenrouter.gpu.driver.KernelArguments.Values;
import jcuda.driver.CUevent;
import jcuda.driver.CUgraph;
import jcuda.driver.CUgraphExec;
import jcuda.driver.CUresult;
import jcuda.driver.CUstream;
import jcuda.driver.CUstreamCaptureMode;
import jcuda.driver.JCudaDriver;

/**
 * Work of one model on a device, in order. All methods are for the thread that owns the context, and none waits for the device. While a
 * capture runs, copies and launches are recorded and not done.
 */
public final class CudaStream {

    final CUstream handle;
    private final CUevent done;

    CudaStream(CUstream handle, CUevent done) {
        this.handle = handle;
        this.done = done;
    }

    /** Copies from the first bytes of {@code from} to the first of {@code to}. */
    public void upload(PinnedMemory from, DeviceMemory to, long bytes) {
        upload(from, 0, to, bytes);
    }

    public void upload(PinnedMemory from, long fromByte, DeviceMemory to, long bytes) {
        requireRoom(from.bytes().capacity(), fromByte, bytes);
        requireRoom(to.bytes(), 0, bytes);
        Cuda.check(
                "cuMemcpyHtoDAsync",
                JCudaDriver.cuMemcpyHtoDAsync(to.pointer, from.pointer.withByteOffset(fromByte), bytes, handle));
    }

    public void download(DeviceMemory from, PinnedMemory to, long bytes) {
        download(from, to, 0, bytes);
    }

    public void download(DeviceMemory from, PinnedMemory to, long toByte, long bytes) {
        requireRoom(to.bytes().capacity(), toByte, bytes);
        requireRoom(from.bytes(), 0, bytes);
        Cuda.check(
                "cuMemcpyDtoHAsync",
                JCudaDriver.cuMemcpyDtoHAsync(to.pointer.withByteOffset(toByte), from.pointer, bytes, handle));
    }

    public void copy(DeviceMemory from, DeviceMemory to, long bytes) {
        requireRoom(from.bytes(), 0, bytes);
        requireRoom(to.bytes(), 0, bytes);
        Cuda.check("cuMemcpyDtoDAsync", JCudaDriver.cuMemcpyDtoDAsync(to.pointer, from.pointer, bytes, handle));
    }

    /** Sets all bytes of {@code memory}. */
    public void fill(DeviceMemory memory, byte value) {
        Cuda.check("cuMemsetD8Async", JCudaDriver.cuMemsetD8Async(memory.pointer, value, memory.bytes(), handle));
    }

    /** Launches a kernel whose blocks use the shared memory that they declare. */
    public void launch(CudaFunction kernel, int gridX, int gridY, int gridZ, int threads, KernelArguments arguments) {
        launch(kernel, gridX, gridY, gridZ, threads, 0, arguments);
    }

    /**
     * @param threads of a block, in one dimension
     * @param sharedBytes of dynamic shared memory; above 48 KiB after {@link CudaFunction#allowShared}
     */
    public void launch(
            CudaFunction kernel,
            int gridX,
            int gridY,
            int gridZ,
            int threads,
            int sharedBytes,
            KernelArguments arguments) {
        Values values = arguments.values();
        Cuda.check(
                "the launch of " + kernel.name(),
                JCudaDriver.cuLaunchKernel(
                        kernel.handle,
                        gridX,
                        gridY,
                        gridZ,
                        threads,
                        1,
                        1,
                        sharedBytes,
                        handle,
                        values.pointer(),
                        null));
    }

    public void launch(CudaGraph graph) {
        Cuda.check("cuGraphLaunch", JCudaDriver.cuGraphLaunch(graph.executable, handle));
    }

    /** What {@code work} gives to this stream, as a graph. Nothing of it is done. */
    public CudaGraph capture(Runnable work) {
        Cuda.check(
                "cuStreamBeginCapture",
                JCudaDriver.cuStreamBeginCapture(handle, CUstreamCaptureMode.CU_STREAM_CAPTURE_MODE_THREAD_LOCAL));
        CUgraph graph = new CUgraph();
        try {
            work.run();
        } catch (RuntimeException | Error e) {
            // ends the capture, whatever it has caught; where that fails there is no graph, and what JCuda has as one
            // is undefined
            if (JCudaDriver.cuStreamEndCapture(handle, graph) == CUresult.CUDA_SUCCESS) {
                JCudaDriver.cuGraphDestroy(graph);
            }
            throw e;
        }
        Cuda.check("cuStreamEndCapture", JCudaDriver.cuStreamEndCapture(handle, graph));
        CUgraphExec executable = new CUgraphExec();
        int result = JCudaDriver.cuGraphInstantiate(executable, graph, 0);
        JCudaDriver.cuGraphDestroy(graph);
        Cuda.check("cuGraphInstantiate", result);
        return new CudaGraph(executable);
    }

    /** Marks the work given so far; see {@link #isDone}. */
    void mark() {
        Cuda.check("cuEventRecord", JCudaDriver.cuEventRecord(done, handle));
    }

    /** Whether the device has done all that was marked. */
    boolean isDone() {
        int result = JCudaDriver.cuEventQuery(done);
        if (result == CUresult.CUDA_ERROR_NOT_READY) {
            return false;
        }
        Cuda.check("cuEventQuery", result);
        return true;
    }

    void destroy() {
        JCudaDriver.cuEventDestroy(done);
        JCudaDriver.cuStreamDestroy(handle);
    }

    private static void requireRoom(long size, long from, long bytes) {
        if (from < 0 || bytes < 0 || from > size - bytes) {
            throw new IndexOutOfBoundsException(bytes + " bytes from " + from + " of " + size);
        }
    }
}
