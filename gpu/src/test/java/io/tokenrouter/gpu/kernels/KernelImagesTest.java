package io.tokenrouter.gpu.kernels;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.util.HexFormat;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import java.util.zip.GZIPInputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The committed images: of the committed sources, for the drivers and devices that are promised. */
class KernelImagesTest {

    private static final Path SOURCES = Path.of("src/main/cuda");
    private static final Path IMAGES = Path.of("src/main/resources/io/tokenrouter/gpu/kernels");
    private static final String PYTHON = "TOKENROUTER_NVRTC_PYTHON";
    private static final List<String> KINDS =
            List.of("compute_70.ptx", "compute_80.ptx", "sm_80.cubin", "sm_86.cubin", "sm_89.cubin", "sm_90.cubin");

    private final KernelImages images = new KernelImages();

    @Test
    void imagesAreOfTheSources() throws Exception {
        MessageDigest digest = MessageDigest.getInstance("SHA-256");
        for (Path source : files(SOURCES)) {
            digest.update(source.getFileName().toString().getBytes(StandardCharsets.UTF_8));
            digest.update((byte) 0);
            digest.update(Files.readAllBytes(source));
            digest.update((byte) 0);
        }
        assertThat(Files.readString(IMAGES.resolve("sources.sha256")).strip())
                .as("kernels were changed and not built: run gpu/kernels-build and commit what it writes")
                .isEqualTo(HexFormat.of().formatHex(digest.digest()));
    }

    @Test
    void everyFileOfKernelsHasAnImageOfEachKind() throws IOException {
        List<String> units = files(SOURCES).stream()
                .map(source -> source.getFileName().toString())
                .filter(name -> name.endsWith(".cu"))
                .map(name -> name.substring(0, name.length() - 3))
                .toList();
        assertThat(images.units()).isEqualTo(units);
        for (String unit : units) {
            for (String kind : KINDS) {
                assertThat(images.image(unit, kind)).as(unit + "." + kind).isNotEmpty();
            }
        }
    }

    @Test
    void ptxIsOldEnoughForEveryDriverSince124AndEndsWithZero() {
        for (String unit : images.units()) {
            for (String kind : List.of("compute_70.ptx", "compute_80.ptx")) {
                byte[] ptx = images.image(unit, kind);
                assertThat(new String(ptx, StandardCharsets.US_ASCII)).contains("\n.version 8.4\n");
                assertThat(ptx[ptx.length - 1]).isZero();
            }
        }
    }

    @Test
    void aDeviceGetsItsOwnCubinOrThatOfAnEarlierMinorVersionAndElsePtx() {
        assertThat(KernelImages.kindsFor(90)).containsExactly("sm_90.cubin", "compute_80.ptx");
        assertThat(KernelImages.kindsFor(89)).containsExactly("sm_89.cubin", "compute_80.ptx");
        assertThat(KernelImages.kindsFor(87)).containsExactly("sm_86.cubin", "compute_80.ptx");
        assertThat(KernelImages.kindsFor(80)).containsExactly("sm_80.cubin", "compute_80.ptx");
        assertThat(KernelImages.kindsFor(120)).containsExactly("compute_80.ptx");
        assertThat(KernelImages.kindsFor(75)).containsExactly("compute_70.ptx");
        assertThat(KernelImages.kindsFor(61)).isEmpty();
    }

    @Test
    void theCompilerMakesTheSameImagesAgain(@TempDir Path folder) throws Exception {
        assumeTrue(
                System.getenv(PYTHON) != null,
                PYTHON + " is not set to a Python with nvidia-cuda-nvrtc-cu12, so the kernels are not built again");
        Path said = folder.resolve("said");
        Path built = folder.resolve("built");
        Process process = new ProcessBuilder("./kernels-build", "--fresh", "--output", built.toString())
                .redirectErrorStream(true)
                .redirectOutput(said.toFile())
                .start();
        assertThat(process.waitFor(60, TimeUnit.MINUTES)).isTrue();
        assertThat(process.exitValue()).as(Files.readString(said)).isZero();

        assertThat(names(built)).isEqualTo(names(IMAGES));
        for (Path image : files(built)) {
            assertThat(unpacked(image)).as(image.toString()).isEqualTo(unpacked(IMAGES.resolve(image.getFileName())));
        }
    }

    /** Packed bytes may differ between versions of what packs them. */
    private static byte[] unpacked(Path file) throws IOException {
        if (!file.toString().endsWith(".gz")) {
            return Files.readAllBytes(file);
        }
        try (InputStream stream = new GZIPInputStream(Files.newInputStream(file))) {
            return stream.readAllBytes();
        }
    }

    private static List<Path> files(Path folder) throws IOException {
        try (Stream<Path> all = Files.list(folder)) {
            return all.sorted().toList();
        }
    }

    private static List<String> names(Path folder) throws IOException {
        return files(folder).stream().map(file -> file.getFileName().toString()).toList();
    }
}
