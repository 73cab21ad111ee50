package io.tokenrouter.gpu.driver;

import io.tokenrouter.engine.executor.LostDeviceException;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
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
    private final LinkedBlockingQueue<Runnable> work = new LinkedBlockingQueue<>();
    private final List<Running> running = new ArrayList<>();
    private final Thread owner;
    private volatile @Nullable LostDeviceException lost;
    private volatile boolean closed;

    /** Work on a stream whose end somebody waits for. */
    private record Running(CudaStream stream, CompletableFuture<Void> end) {}

    /** @throws CudaException if the device gives no context */
    CudaContext(CUdevice device, String name) {
        this.device = device;
        owner = Thread.ofPlatform().name(name).daemon().unstarted(this::serve);
        owner.start();
        try {
            call(() -> {
                CUcontext context = new CUcontext();
                Cuda.check("cuDevicePrimaryCtxRetain", JCudaDriver.cuDevicePrimaryCtxRetain(context, device));
                Cuda.check("cuCtxSetCurrent", JCudaDriver.cuCtxSetCurrent(context));
                return context;
            });
        } catch (RuntimeException e) {
            closed = true;
            work.add(() -> {});
            throw e;
        }
    }

    /**
     * Runs {@code task} on the thread that owns the context and waits for its result.
     *
     * @throws RuntimeException that the task threw
     */
    public <T> T call(Supplier<T> task) {
        if (Thread.currentThread() == owner) {
            return task.get();
        }
        CompletableFuture<T> result = new CompletableFuture<>();
        submit(() -> result.complete(task.get()), result);
        return join(result);
    }

    /**
     * Runs {@code task}, which gives work to {@code stream}, on the thread that owns the context, and waits until the device has done that
     * work. Steps of several streams run at the same time; a stream has one at a time.
     *
     * @throws LostDeviceException if the device did not do it
     */
    public void step(CudaStream stream, Runnable task) {
        if (Thread.currentThread() == owner) {
            throw new IllegalStateException("the thread that owns the context cannot wait for the device");
        }
        CompletableFuture<Void> end = new CompletableFuture<>();
        submit(
                () -> {
                    task.run();
                    stream.mark();
                    running.add(new Running(stream, end));
                },
                end);
        join(end);
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

    public PinnedMemory allocatePinned(long bytes) {
        return call(() -> {
            Pointer pointer = new Pointer();
            Cuda.check("cuMemHostAlloc", JCudaDriver.cuMemHostAlloc(pointer, bytes, 0));
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
        return lost;
    }

    /** Waits for what runs and gives the context back; also that of a lost device. Not for the thread that owns it. */
    @Override
    public void close() {
        if (!closed) {
            work.add(() -> closed = true);
            try {
                owner.join();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }
    }

    private void submit(Runnable task, CompletableFuture<?> result) {
        if (closed) {
            throw new IllegalStateException("the device is closed");
        }
        work.add(() -> {
            LostDeviceException before = lost;
            if (before != null) {
                result.completeExceptionally(new LostDeviceException(before.getMessage()));
                return;
            }
            try {
                task.run();
            } catch (LostDeviceException e) {
                lose(e);
                result.completeExceptionally(e);
            } catch (RuntimeException | Error e) {
                result.completeExceptionally(e);
            }
        });
    }

    private static <T> T join(CompletableFuture<T> result) {
        try {
            return result.join();
        } catch (CompletionException e) {
            switch (e.getCause()) {
                case RuntimeException cause -> throw cause;
                case Error cause -> throw cause;
                case null, default -> throw e;
            }
        }
    }

    private void serve() {
        while (!closed || !running.isEmpty() || !work.isEmpty()) {
            Runnable next = next();
            if (next != null) {
                next.run();
            }
            completeWhatIsDone();
        }
        JCudaDriver.cuDevicePrimaryCtxRelease(device);
    }

    /** Waits for work only where nothing runs whose end somebody waits for. */
    private @Nullable Runnable next() {
        if (running.isEmpty()) {
            try {
                return work.take();
            } catch (InterruptedException e) {
                // nobody else knows this thread; what is still to be done is
                return null;
            }
        }
        Runnable next = work.poll();
        if (next == null) {
            Thread.onSpinWait();
        }
        return next;
    }

    private void completeWhatIsDone() {
        for (Iterator<Running> each = running.iterator(); each.hasNext(); ) {
            Running step = each.next();
            try {
                if (step.stream().isDone()) {
                    each.remove();
                    step.end().complete(null);
                }
            } catch (LostDeviceException e) {
                lose(e);
                return;
            } catch (RuntimeException e) {
                each.remove();
                step.end().completeExceptionally(e);
            }
        }
    }

    private void lose(LostDeviceException reason) {
        lost = reason;
        running.forEach(step -> step.end().completeExceptionally(new LostDeviceException(reason.getMessage())));
        running.clear();
    }
}
