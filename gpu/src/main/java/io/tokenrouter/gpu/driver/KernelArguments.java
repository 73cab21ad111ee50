package io.tokenrouter.gpu.driver;

import java.util.ArrayList;
import java.util.List;
import jcuda.NativePointerObject;
import jcuda.Pointer;
import org.jspecify.annotations.Nullable;

/** Arguments of a kernel in the order of its parameters. For one launch at a time; the driver reads them during the launch. */
public final class KernelArguments {

    private static final long[] NULL_ADDRESS = {0};

    private final List<Pointer> pointers = new ArrayList<>();

    /** The block of pointers that the driver reads. */
    record Values(Pointer pointer) {}

    /** An address; null for a null pointer. */
    public KernelArguments add(@Nullable DeviceMemory memory) {
        pointers.add(memory == null ? Pointer.to(NULL_ADDRESS) : Pointer.to(memory.pointer));
        return this;
    }

    public KernelArguments add(int value) {
        pointers.add(Pointer.to(new int[] {value}));
        return this;
    }

    public KernelArguments add(long value) {
        pointers.add(Pointer.to(new long[] {value}));
        return this;
    }

    public KernelArguments add(float value) {
        pointers.add(Pointer.to(new float[] {value}));
        return this;
    }

    Values values() {
        return new Values(Pointer.to(pointers.toArray(NativePointerObject[]::new)));
    }
}
