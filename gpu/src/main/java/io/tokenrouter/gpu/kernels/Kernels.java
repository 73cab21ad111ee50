package io.tokenrouter.gpu.kernels;

import io.tokenrouter.gpu.driver.CudaContext;
import io.tokenrouter.gpu.driver.CudaException;
import io.tokenrouter.gpu.driver.CudaFunction;
import io.tokenrouter.gpu.driver.CudaModule;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The kernels in one context, loaded when the first of them is asked for. Safe from any thread: all of it is done by the thread that owns
 * the context. A lock beside that would be waited for by that thread, while whoever has it waits for the thread.
 */
public final class Kernels {

    private final CudaContext context;
    private final int computeCapability;
    private final Images images;
    private final Map<String, CudaFunction> functions = new HashMap<>();
    private @Nullable List<CudaModule> modules;
    private String kind = "";

    /** Where images come from; see {@link KernelImages}. */
    interface Images {

        List<String> units();

        byte[] image(String unit, String kind);
    }

    /** @param computeCapability of the context's device, 10 * major + minor */
    public Kernels(CudaContext context, int computeCapability) {
        this(context, computeCapability, new KernelImages());
    }

    Kernels(CudaContext context, int computeCapability, Images images) {
        this.context = context;
        this.computeCapability = computeCapability;
        this.images = images;
    }

    /**
     * @param name of a kernel in the sources
     * @throws IllegalStateException if the device takes none of the images, or none of them has such a kernel
     * @throws io.tokenrouter.engine.executor.LostDeviceException if the device is lost
     */
    public CudaFunction get(String name) {
        return context.call(() -> functions.computeIfAbsent(name, this::find));
    }

    /**
     * Which of the images the device has taken, by their ending: {@code sm_90.cubin}. Loads them if nobody has.
     *
     * @throws IllegalStateException if it takes none
     */
    public String kind() {
        return context.call(() -> {
            modules();
            return kind;
        });
    }

    private CudaFunction find(String name) {
        for (CudaModule module : modules()) {
            Optional<CudaFunction> function = module.find(name);
            if (function.isPresent()) {
                return function.get();
            }
        }
        throw new IllegalStateException("there is no kernel of the name " + name);
    }

    private List<CudaModule> modules() {
        List<CudaModule> loaded = modules;
        if (loaded == null) {
            loaded = load();
            modules = loaded;
        }
        return loaded;
    }

    private List<CudaModule> load() {
        String device = computeCapability / 10 + "." + computeCapability % 10;
        List<String> kinds = KernelImages.kindsFor(computeCapability);
        if (kinds.isEmpty()) {
            throw new IllegalStateException(
                    "a device of compute capability " + device + " is too old; the kernels are for 7.0 and newer");
        }
        List<String> refusals = new ArrayList<>();
        for (String each : kinds) {
            List<CudaModule> loaded = new ArrayList<>();
            try {
                for (String unit : images.units()) {
                    loaded.add(context.load(images.image(unit, each)));
                }
                kind = each;
                return loaded;
            } catch (CudaException e) {
                loaded.forEach(context::unload);
                refusals.add(each + ": " + e.getMessage());
            }
        }
        throw new IllegalStateException("the driver takes no kernels for a device of compute capability " + device
                + "; " + String.join("; ", refusals));
    }
}
