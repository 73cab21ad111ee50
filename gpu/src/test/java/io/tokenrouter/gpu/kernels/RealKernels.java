package io.tokenrouter.gpu.kernels;

import io.tokenrouter.gpu.driver.CudaContext;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;

/** Kernels on a GPU: the images that were built ahead of time, and PTX of the tests' own kernels, which {@code gpu/kernels-build} writes too. */
public final class RealKernels {

    private static final List<String> PROBES = List.of("probe", "weights_probe");
    private static final String KIND = "compute_70.ptx";

    private RealKernels() {}

    /** @param computeCapability of the context's device, 10 * major + minor */
    public static Kernels in(CudaContext context, int computeCapability) {
        KernelImages images = new KernelImages();
        return new Kernels(context, computeCapability, new Kernels.Images() {
            @Override
            public List<String> units() {
                return Stream.concat(images.units().stream(), PROBES.stream()).toList();
            }

            @Override
            public byte[] image(String unit, String kind) {
                return PROBES.contains(unit) ? probe(unit) : images.image(unit, kind);
            }
        });
    }

    /** Ends with a zero byte. */
    static byte[] probe(String unit) {
        String name = unit + "." + KIND;
        try (InputStream stream = RealKernels.class.getResourceAsStream(name)) {
            if (stream == null) {
                throw new IllegalStateException("run gpu/kernels-build: " + name + " is missing");
            }
            byte[] image = stream.readAllBytes();
            return Arrays.copyOf(image, image.length + 1);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
