package io.tokenrouter.gpu.kernels;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.zip.GZIPInputStream;

/** The images that were built ahead of time: for each file of kernels a cubin for each of some devices, and PTX for all others. */
final class KernelImages implements Kernels.Images {

    /** Compute capabilities that have cubins, the newest first. A cubin runs on its own and on later minor versions. */
    static final List<Integer> CUBINS = List.of(90, 89, 86, 80);

    /** Those of PTX, which the driver compiles for its device, the newest first. It runs on all later ones. */
    static final List<Integer> PTX = List.of(80, 70);

    /** Endings of the images that a device may take, the best first. Empty if it is too old for all of them. */
    static List<String> kindsFor(int computeCapability) {
        List<String> kinds = new ArrayList<>();
        CUBINS.stream()
                .filter(cubin -> cubin <= computeCapability && cubin / 10 == computeCapability / 10)
                .limit(1)
                .forEach(cubin -> kinds.add("sm_" + cubin + ".cubin"));
        // one only: launches choose kernels by the device, and those of tensor cores are empty in older PTX
        PTX.stream()
                .filter(ptx -> ptx <= computeCapability)
                .limit(1)
                .forEach(ptx -> kinds.add("compute_" + ptx + ".ptx"));
        return kinds;
    }

    /** Names of the files of kernels, without their ending. */
    @Override
    public List<String> units() {
        return new String(read("units"), StandardCharsets.UTF_8).strip().lines().toList();
    }

    /** An image as the driver takes it: PTX ends with a zero byte. */
    @Override
    public byte[] image(String unit, String kind) {
        try (InputStream unpacked = new GZIPInputStream(new ByteArrayInputStream(read(unit + "." + kind + ".gz")))) {
            byte[] image = unpacked.readAllBytes();
            return kind.endsWith(".ptx") ? Arrays.copyOf(image, image.length + 1) : image;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static byte[] read(String name) {
        try (InputStream stream = KernelImages.class.getResourceAsStream(name)) {
            if (stream == null) {
                throw new IllegalStateException("the kernels were not built: " + name + " is missing");
            }
            return stream.readAllBytes();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
