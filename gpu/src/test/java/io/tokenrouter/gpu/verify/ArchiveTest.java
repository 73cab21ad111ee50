package io.tokenrouter.gpu.verify;

import static org.assertj.core.api.Assertions.assertThat;

import io.tokenrouter.gpu.emulator.Emulator;
import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What goes into the archive of gpu/verify, and its script. */
class ArchiveTest {

    private static final Path SCRIPT = Path.of("src/test/archive/verify").toAbsolutePath();

    /** The Java runtime takes 29 MB of the 60 that an archive may have. */
    private static final long MOST_BYTES = 25_000_000;

    @TempDir
    private Path folder;

    /** What a run said, and its exit status. */
    private record Run(String said, int status) {}

    @Test
    void theProgramRunsOnTheEmulatorWithTheLibrariesOfTheArchiveAlone() throws Exception {
        Emulator.requireEmulated();
        Run run = run(
                Map.of(
                        "TOKENROUTER_VERIFY_JAVA",
                        Path.of(System.getProperty("java.home"), "bin/java").toString(),
                        "TOKENROUTER_VERIFY_CLASSES",
                        String.join(File.pathSeparator, libraries()),
                        "PATH",
                        System.getenv("PATH")),
                "--emulator",
                "--quick",
                "--tests",
                SelfTest.class.getName(),
                "--out",
                folder.toString());

        assertThat(run.status()).as(run.said()).isZero();
        assertThat(Files.readString(folder.resolve("verify.md")))
                .contains("ON THE EMULATOR", "1 passed, 0 failed, 0 skipped", "without graphs")
                .doesNotContain("FAILED", "tokens/s |");
    }

    @Test
    void theLibrariesLeaveRoomForARuntime() throws IOException {
        long bytes = 0;
        for (String library : libraries()) {
            Path file = Path.of(library);
            // of these natives only one is kept, a thirtieth
            boolean kept = Files.isRegularFile(file) && !file.toString().contains("jcuda-natives");
            bytes += kept ? Files.size(file) : 0;
        }
        assertThat(bytes).isBetween(1L, MOST_BYTES);
    }

    @Test
    void aDeviceIsTheOnlyOneThatTheProgramSees() throws Exception {
        assertThat(runWithPrintedEnvironment("--device", "2").said()).contains("visible 2 order PCI_BUS_ID");
        assertThat(runWithPrintedEnvironment("--quick", "--device", "1", "--out", "a b")
                        .said())
                .contains("visible 1 order", "<--quick><--out><a b>");
        assertThat(runWithPrintedEnvironment().said()).contains("visible none");
        assertThat(runWithPrintedEnvironment("--device", "two"))
                .isEqualTo(new Run("verify: --device needs a number, not 'two'\n", 2));
        assertThat(runWithPrintedEnvironment("--device").status()).isEqualTo(2);
    }

    @Test
    void devicesThatWereHiddenStayHidden() throws Exception {
        Map<String, String> hidden = Map.of("CUDA_VISIBLE_DEVICES", "5,GPU-ab,7");
        assertThat(runWithPrintedEnvironment(hidden, "--device", "1").said()).contains("visible GPU-ab order");
        assertThat(runWithPrintedEnvironment(hidden, "--device", "3").said()).contains("is none of those");
    }

    @Test
    void helpNeedsNothing() throws Exception {
        Run run = run(Map.of("PATH", ""), "--help");
        assertThat(run.status()).isZero();
        assertThat(run.said()).contains("--emulator", "--quick", "--device N");
    }

    /** What of this class path the profile of the module's pom puts into the archive. */
    private static List<String> libraries() throws IOException {
        Matcher listed = Pattern.compile("<includeArtifactIds>(.*?)</includeArtifactIds>", Pattern.DOTALL)
                .matcher(Files.readString(Path.of("pom.xml")));
        assertThat(listed.find()).isTrue();
        String names = Arrays.stream(listed.group(1).strip().split("[,\\s]+"))
                .map(Pattern::quote)
                .collect(Collectors.joining("|"));
        Pattern wanted = Pattern.compile(".*/(gpu|engine)/target/[^/]*|.*/(" + names + ")-[0-9][^/]*\\.jar");
        return Arrays.stream(System.getProperty("java.class.path").split(File.pathSeparator))
                .filter(entry -> wanted.matcher(entry).matches())
                .toList();
    }

    private Run runWithPrintedEnvironment(String... arguments) throws Exception {
        return runWithPrintedEnvironment(Map.of(), arguments);
    }

    /** With a Java that only tells what it was given. */
    private Run runWithPrintedEnvironment(Map<String, String> environment, String... arguments) throws Exception {
        Path java = folder.resolve("java");
        Files.writeString(java, """
                #!/bin/sh
                echo "visible ${CUDA_VISIBLE_DEVICES:-none} order ${CUDA_DEVICE_ORDER:-none}"
                printf '<%s>' "$@"
                """);
        assertThat(java.toFile().setExecutable(true)).isTrue();
        Map<String, String> all = new HashMap<>(environment);
        all.putAll(Map.of("TOKENROUTER_VERIFY_JAVA", java.toString(), "PATH", "/usr/bin:/bin"));
        return run(all, arguments);
    }

    private static Run run(Map<String, String> environment, String... arguments) throws Exception {
        List<String> command = new ArrayList<>(List.of("/bin/sh", SCRIPT.toString()));
        command.addAll(List.of(arguments));
        ProcessBuilder builder = new ProcessBuilder(command).redirectErrorStream(true);
        builder.environment().clear();
        builder.environment().putAll(environment);
        Process process = builder.start();
        String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor(10, TimeUnit.MINUTES)).isTrue();
        return new Run(said, process.exitValue());
    }

    /** What the program runs in place of all tests. */
    static class SelfTest {
        @Test
        void deviceIsThere() {
            assertThat(Emulator.context().freeBytes()).isPositive();
        }
    }
}
