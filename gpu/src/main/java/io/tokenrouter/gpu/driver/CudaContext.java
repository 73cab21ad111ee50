package io.tokenrouter.gpu.driver;

import io.tokenrouter.engine.executor.LostDeviceException;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.function.Supplier;
import jcuda.Pointer;
import jcuda.driver.CUcontext;
import jcuda.driver.CUdevice;
import jcuda.driver.CUdeviceptr;
import jcuda.driver.CUevent;
import jcuda.driver.CUevent_flags;
import jcuda.driver.CUmodule;
import jcuda.driver.CUresult;
import jcuda.driver.CUstream;
import jcuda.driver.CUstream_flags;
import jcuda.driver.JCudaDriver;
import org.jspecify.annotations.Nullable;

/**
 * The context of one device and the one thread that owns it: all driver calls are made there. Callers hand it work and wait; several
 * streams run at the same time, because the thread never waits for the device but asks whose work is done.
 *
 * <p>Safe from any thread. What a device that was lost is asked afterwards fails with {@link LostDeviceException} at once.
 */
public final class CudaContext implements AutoCloseable {

    private final CUdevice device;
    private final ContextThread owner;

    /** Of the owner's thread. */
    private boolean retained;

    /** @throws CudaException if the device gives no context */
    CudaContext(CUdevice device, String name) {
        this.device = device;
        owner = new ContextThread(name, new LinkedBlockingQueue<>(), this::release);
        try {
            call(() -> {
                CUcontext context = new CUcontext();
                Cuda.check("cuDevicePrimaryCtxRetain", JCudaDriver.cuDevicePrimaryCtxRetain(context, device));
                retained = true;
                Cuda.check("cuCtxSetCurrent", JCudaDriver.cuCtxSetCurrent(context));
                return context;
            });
        } catch (RuntimeException | Error e) {
            owner.close();
            throw e;
        }
    }

    /**
     * Runs {@code task} on the thread that owns the context and waits for its result.
     *
     * @throws RuntimeException that the task threw
     */
    public <T> T call(Supplier<T> task) {
        return owner.call(task);
    }

    /**
     * Runs {@code task}, which gives work to {@code stream}, on the thread that owns the context, and waits until the device has done that
     * work. Steps of several streams run at the same time; a stream has one at a time. Where the task throws, what it gave before is done, too,
     * before this throws.
     *
     * @throws LostDeviceException if the device did not do it
     * @throws RuntimeException that the task threw
     */
    public void step(CudaStream stream, Runnable task) {
        owner.step(task, stream::mark, stream::isDone);
    }

    /**
     * Device memory. Its contents are undefined.
     *
     * @param what it is for, as an operator would call it
     * @throws DeviceMemoryException if the device has not so much left
     */
    public DeviceMemory allocate(String what, long bytes) {
        return call(() -> {
            CUdeviceptr pointer = new CUdeviceptr();
            int result = JCudaDriver.cuMemAlloc(pointer, bytes);
            if (result == CUresult.CUDA_ERROR_OUT_OF_MEMORY) {
                throw new DeviceMemoryException(what, bytes, freeBytes());
            }
            Cuda.check("cuMemAlloc", result);
            return new DeviceMemory(pointer, bytes);
        });
    }

    public void free(DeviceMemory memory) {
        call(() -> JCudaDriver.cuMemFree(memory.pointer));
    }

    /** @throws CudaException if the host has not so much memory that can be pinned, among other reasons */
    public PinnedMemory allocatePinned(long bytes) {
        return call(() -> {
            Pointer pointer = new Pointer();
            int result = JCudaDriver.cuMemHostAlloc(pointer, bytes, 0);
            if (result == CUresult.CUDA_ERROR_OUT_OF_MEMORY) {
                throw new CudaException(
                        "cuMemHostAlloc",
                        result,
                        bytes + " bytes of pinned host memory are needed, and the host's memory does not suffice");
            }
            Cuda.check("cuMemHostAlloc", result);
            return new PinnedMemory(pointer, bytes);
        });
    }

    public void free(PinnedMemory memory) {
        call(() -> JCudaDriver.cuMemFreeHost(memory.pointer));
    }

    public CudaStream stream() {
        return call(() -> {
            CUstream stream = new CUstream();
            Cuda.check("cuStreamCreate", JCudaDriver.cuStreamCreate(stream, CUstream_flags.CU_STREAM_NON_BLOCKING));
            CUevent done = new CUevent();
            Cuda.check("cuEventCreate", JCudaDriver.cuEventCreate(done, CUevent_flags.CU_EVENT_DISABLE_TIMING));
            return new CudaStream(stream, done);
        });
    }

    public void free(CudaStream stream) {
        call(() -> {
            stream.destroy();
            return true;
        });
    }

    /** @param image a cubin, or PTX that ends with a zero byte */
    public CudaModule load(byte[] image) {
        return call(() -> {
            CUmodule module = new CUmodule();
            Cuda.check("cuModuleLoadData", JCudaDriver.cuModuleLoadData(module, image));
            return new CudaModule(module);
        });
    }

    public void unload(CudaModule module) {
        call(() -> JCudaDriver.cuModuleUnload(module.handle));
    }

    /** Bytes of device memory that nobody has taken. */
    public long freeBytes() {
        return call(() -> {
            long[] free = new long[1];
            Cuda.check("cuMemGetInfo", JCudaDriver.cuMemGetInfo(free, new long[1]));
            return free[0];
        });
    }

    /** Why the device is of no use any more; null while it is. */
    public @Nullable LostDeviceException lost() {
        return owner.lost();
    }

    /** Waits for what runs and gives the context back; also that of a lost device. Not for the thread that owns it. */
    @Override
    public void close() {
        owner.close();
    }

    private void release() {
        if (retained) {
            JCudaDriver.cuDevicePrimaryCtxRelease(device);
        }
    }
}
