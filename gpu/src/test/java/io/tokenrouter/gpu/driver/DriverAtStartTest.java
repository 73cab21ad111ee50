package io.tokenrouter.gpu.driver;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.tokenrouter.engine.fixtures.ChildJvm;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a machine says whose driver is none or broken. Each in a process of its own: a library is loaded once. */
class DriverAtStartTest {

    private static final List<Path> DRIVERS = List.of(
            Path.of("/usr/lib/x86_64-linux-gnu/libcuda.so.1"),
            Path.of("/usr/lib64/libcuda.so.1"),
            Path.of("/dev/nvidia0"));

    @TempDir
    Path folder;

    /** Asks twice, as the second time class initialisers fail otherwise. */
    public static final class Program {

        private Program() {}

        public static void main(String[] arguments) {
            for (int i = 0; i < 2; i++) {
                try {
                    System.out.println(CudaDriver.devices());
                } catch (UnusableDriverException e) {
                    System.out.println(e.getMessage());
                }
            }
        }
    }

    @BeforeEach
    void thereIsNoDriver() {
        assumeTrue(DRIVERS.stream().noneMatch(Files::exists), "this machine has an NVIDIA driver");
        assumeTrue(System.getProperty("os.arch").equals("amd64"), "JCuda's library is for x86_64");
    }

    @Test
    void noDriverIsOneLine() throws Exception {
        assertThat(run()).containsExactly("no NVIDIA driver is installed", "no NVIDIA driver is installed");
    }

    @Test
    void aTempFolderThatCannotBeWrittenIsOneLine() throws Exception {
        Path none = Files.createFile(folder.resolve("no-folder"));
        assertThat(run("-Djava.io.tmpdir=" + none))
                .hasSize(2)
                .allSatisfy(line -> assertThat(line)
                        .startsWith("the library that calls the NVIDIA driver cannot be unpacked (java.io.tmpdir says"
                                + " where): " + none)
                        .doesNotContain("Exception"));
    }

    /** A file of the library's name that somebody left, or put, into the temp folder is neither loaded nor touched. */
    @Test
    void aLibraryThatIsThereAlreadyIsNotTaken() throws Exception {
        Path temp = Files.createDirectories(folder.resolve("shared"));
        Path planted = temp.resolve("libJCudaDriver-12.6.0-linux-x86_64.so");
        Files.writeString(planted, "junk");
        assertThat(run("-Djava.io.tmpdir=" + temp))
                .containsExactly("no NVIDIA driver is installed", "no NVIDIA driver is installed");
        assertThat(temp.toFile().list()).containsExactly(planted.getFileName().toString());
        assertThat(planted).hasContent("junk");
    }

    private List<String> run(String... options) throws IOException, InterruptedException {
        Path temp = Files.createDirectories(folder.resolve("temp"));
        List<String> all = new ArrayList<>(List.of("--enable-native-access=ALL-UNNAMED"));
        all.add("-Djava.io.tmpdir=" + temp);
        all.addAll(List.of(options));
        return ChildJvm.run(folder, Program.class, all);
    }
}
