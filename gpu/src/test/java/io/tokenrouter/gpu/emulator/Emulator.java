package io.tokenrouter.gpu.emulator;

import static org.junit.jupiter.api.Assumptions.assumeFalse;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.tokenrouter.gpu.driver.CudaContext;
import io.tokenrouter.gpu.driver.CudaDriver;
import io.tokenrouter.gpu.kernels.EmulatedKernels;
import io.tokenrouter.gpu.kernels.Kernels;
import io.tokenrouter.gpu.kernels.RealKernels;
import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemoryLayout;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.SymbolLookup;
import java.lang.foreign.ValueLayout;
import java.nio.file.Path;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * The CUDA emulator: takes the driver's place in this virtual machine, which must not have used JCuda before. It executes the kernels'
 * sources on the CPU and finds what they do wrong; it says nothing about speed.
 *
 * <p>Every method that needs it skips the test that calls it where it cannot be built. For one test at a time.
 *
 * <p>With the system property {@code tokenrouter.gpu.test-device=real} tests run on the machine's first GPU instead; those that ask for what
 * only the emulator does are skipped.
 */
public final class Emulator {

    /** {@code CUDA_ERROR_ECC_UNCORRECTABLE}. */
    private static final int LOST = 214;

    private static @Nullable SymbolLookup library;
    private static @Nullable CudaContext context;
    private static @Nullable Kernels kernels;

    private Emulator() {}

    /** Whether tests run on a GPU and not on the emulator. */
    public static boolean isReal() {
        return "real".equals(System.getProperty("tokenrouter.gpu.test-device"));
    }

    /** Builds and loads the emulator, or skips the test that runs. */
    public static synchronized void require() {
        if (library == null && !isReal()) {
            String obstacle = EmulatorLibrary.obstacle();
            assumeTrue(obstacle.isEmpty(), obstacle);
            Path built = EmulatorLibrary.build();
            // whoever is linked with libcuda.so.1 from now on gets this one, which has that name
            System.load(built.toString());
            library = SymbolLookup.loaderLookup();
        }
    }

    /** Skips the test that runs on a GPU: it is about what only the emulator does, such as the latest moment at which a copy may be done. */
    public static void requireEmulated() {
        assumeFalse(isReal(), "only the emulator does this");
        require();
    }

    /** The context of device 0 that tests share; not to be closed. */
    public static synchronized CudaContext context() {
        CudaContext open = context;
        if (open != null && open.lost() != null) {
            open.close();
            open = null;
        }
        if (open == null) {
            open = open(0);
            context = open;
            kernels = null;
        }
        return open;
    }

    /** The kernels in {@link #context()}, those of the tests included. */
    public static synchronized Kernels kernels() {
        CudaContext open = context();
        Kernels loaded = kernels;
        if (loaded == null) {
            loaded = isReal()
                    ? RealKernels.in(open, CudaDriver.devices().getFirst().computeCapability())
                    : EmulatedKernels.in(open);
            kernels = loaded;
        }
        return loaded;
    }

    /** Another context of a device; the caller closes it. Contexts of one device share its memory and its fate. */
    public static CudaContext open(int device) {
        require();
        assumeTrue(device < CudaDriver.devices().size(), "there is no device " + device);
        return CudaDriver.open(CudaDriver.devices().get(device));
    }

    /**
     * All settings as they are at the start: one device of compute capability 9.0 with 256 MiB, driver 12.4. Counters are 0, and lost
     * devices are whole for those who open them again.
     */
    public static void reset() {
        if (isReal()) {
            return;
        }
        call("emulator_reset", null);
    }

    public static void setDevices(int devices) {
        call("emulator_set_devices", null, devices);
    }

    /** @param result that {@code cuInit} gives, such as 999; 0 for success */
    public static void setInitResult(int result) {
        call("emulator_set_init_result", null, result);
    }

    /** @param version 1000 * major + 10 * minor */
    public static void setDriverVersion(int version) {
        call("emulator_set_driver_version", null, version);
    }

    /** @param capability 10 * major + minor */
    public static void setComputeCapability(int capability) {
        call("emulator_set_compute_capability", null, capability);
    }

    /** Of each device. What is allocated stays, also where it is more. */
    public static void setMemory(long bytes) {
        call("emulator_set_memory", null, bytes);
    }

    /** After so many more launches of kernels the device answers every call with an error, until {@link #reset}. */
    public static void loseAfter(int device, long launches) {
        call("emulator_lose", null, device, launches, LOST);
    }

    /** The next so many images that are loaded are refused, as a driver does that knows nothing of their architecture. */
    public static void refuseImages(int count) {
        call("emulator_refuse_images", null, count);
    }

    /** After so many more allocations, of device memory or pinned, one fails as if there were no memory left; negative for none. */
    public static void failAllocation(long after) {
        call("emulator_fail_allocation", null, after);
    }

    /** There is no memory for the next so many graphs. */
    public static void refuseGraphs(int count) {
        call("emulator_refuse_graphs", null, count);
    }

    /** Kernels that ran, those of graphs included. */
    public static long launches() {
        return (long) call("emulator_launches", ValueLayout.JAVA_LONG);
    }

    public static long graphLaunches() {
        return (long) call("emulator_graph_launches", ValueLayout.JAVA_LONG);
    }

    /** Graphs that were captured and not destroyed; what was made of them to be launched does not count. */
    public static long graphs() {
        return (long) call("emulator_graphs", ValueLayout.JAVA_LONG);
    }

    /** Copies and fills for which the host waited. */
    public static long synchronousCopies() {
        return (long) call("emulator_synchronous_copies", ValueLayout.JAVA_LONG);
    }

    /** Allocations of device memory that were not freed. */
    public static long allocations(int device) {
        return (long) call("emulator_allocations", ValueLayout.JAVA_LONG, device);
    }

    /** Their bytes. */
    public static long bytes(int device) {
        return (long) call("emulator_bytes", ValueLayout.JAVA_LONG, device);
    }

    /** Bytes of pinned host memory that were not freed. */
    public static long pinnedBytes(int device) {
        return (long) call("emulator_pinned_bytes", ValueLayout.JAVA_LONG, device);
    }

    /** What the last kernel that failed did wrong: its name, block, thread and the address in words. Empty if none did since the reset. */
    public static String fault() {
        if (isReal()) {
            return "";
        }
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment text = arena.allocate(2000);
            call("emulator_fault", null, text, text.byteSize());
            return text.getString(0);
        }
    }

    private static Object call(String name, @Nullable MemoryLayout result, Object... arguments) {
        requireEmulated();
        MemoryLayout[] layouts = Arrays.stream(arguments)
                .map(argument -> switch (argument) {
                    case Integer i -> ValueLayout.JAVA_INT;
                    case Long l -> ValueLayout.JAVA_LONG;
                    default -> ValueLayout.ADDRESS;
                })
                .toArray(MemoryLayout[]::new);
        FunctionDescriptor type =
                result == null ? FunctionDescriptor.ofVoid(layouts) : FunctionDescriptor.of(result, layouts);
        try {
            return Linker.nativeLinker()
                    .downcallHandle(library.findOrThrow(name), type)
                    .invokeWithArguments(arguments);
        } catch (Throwable e) {
            throw new IllegalStateException(name, e);
        }
    }
}
