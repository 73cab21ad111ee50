package io.tokenrouter.app;

import static org.assertj.core.api.Assertions.assertThat;

import io.tokenrouter.app.cli.ServeCommand;
import io.tokenrouter.app.fixtures.TestFolders;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine.Model.OptionSpec;

/** The launcher script in a folder of its own, with JDKs that only say their version and what they were called with. */
class LauncherTest {

    @TempDir
    Path temporary;

    private Path root;
    private Path jvms;
    private final Map<String, String> environment = new HashMap<>();

    @BeforeEach
    void copyTheLauncher() throws IOException {
        root = Files.createDirectories(temporary.resolve("a checkout"));
        jvms = Files.createDirectories(temporary.resolve("jvms"));
        Files.copy(TestFolders.repository().resolve("tokenrouter"), root.resolve("tokenrouter"));
        Files.createFile(root.resolve("pom.xml"));
        environment.put("HOME", temporary.resolve("home").toString());
        environment.put("PATH", "/usr/bin:/bin");
        environment.put("TOKENROUTER_JVM_FOLDER", jvms.toString());
        environment.put("TOKENROUTER_JAVA_OPTS", "");
    }

    @Test
    void takesANewJdkEvenWhereJavaOnThePathIsOld() throws Exception {
        Path old = jdk("old", "17.0.9");
        Path recent = jdk("recent", "25.0.1");
        environment.put("PATH", old.resolve("bin") + ":/usr/bin:/bin");
        environment.put("JAVA_HOME", old.toString());
        built();

        Run run = launch("serve", "--port", "0");

        assertThat(run.status).isZero();
        assertThat(run.output).contains("called " + recent, "--port 0", "--add-modules=jdk.incubator.vector");
    }

    @Test
    void whatIfNeedsTheBuiltServerButNotItsFlags() throws Exception {
        jdk("recent", "25.0.1");
        built();

        Run run = launch("whatif", "--requests", "4");

        assertThat(run.status).isZero();
        assertThat(run.output)
                .contains("io.tokenrouter.app.cli.WhatIfCommand --requests 4")
                .doesNotContain("jdk.incubator.vector", "SharedArchiveFile");
    }

    @ParameterizedTest
    @ValueSource(strings = {"sign-in", "sign-out", "models", "pairs", "policies", "keys", "requests"})
    void whatIsAskedOfARunningServerGoesToItsClient(String command) throws Exception {
        jdk("recent", "25.0.1");
        built();

        Run run = launch(command, "list", "--json");

        assertThat(run.status).isZero();
        assertThat(run.output).contains("io.tokenrouter.app.remote.RemoteCommand " + command + " list --json");
    }

    @Test
    void asksAJdkThatSaysNothingOfItsVersionInAFile() throws Exception {
        Path silent = jdk("silent", "26-ea");
        Files.delete(silent.resolve("release"));
        built();
        assertThat(launch("serve").output).contains("called " + silent);
    }

    @Test
    void doesWithoutTheVectorModuleWhereTheJdkLeavesItOut() throws Exception {
        Files.delete(jdk("slim", "25.0.1").resolve("modules"));
        built();

        Run run = launch("serve", "--port", "0");

        assertThat(run.status).isZero();
        assertThat(run.output).contains("--port 0").doesNotContain("jdk.incubator.vector");
    }

    @Test
    void theJdkThatTheUserNamesComesFirst() throws Exception {
        jdk("a", "25.0.1");
        Path named = jdkIn(temporary.resolve("my jdk"), "25.0.2");
        environment.put("TOKENROUTER_JAVA_HOME", named.toString());
        built();
        assertThat(launch("serve").output).contains("called " + named);
    }

    @Test
    void saysThatTheNamedJdkIsTooOld() throws Exception {
        environment.put("TOKENROUTER_JAVA_HOME", jdk("old", "21.0.1").toString());
        assertThat(launch("serve"))
                .isEqualTo(new Run(
                        1,
                        "tokenrouter: TOKENROUTER_JAVA_HOME (" + jvms.resolve("old") + ") is not a JDK 25 or newer\n"));
    }

    @Test
    void oneLineTellsHowToGetAJdk() throws Exception {
        jdk("old", "17.0.9");
        Run run = launch("serve");
        assertThat(run.status).isEqualTo(1);
        // machines have JDKs in places that a test cannot hide
        if (!run.output.contains("Building")) {
            assertThat(run.output.lines())
                    .singleElement()
                    .asString()
                    .contains("no JDK 25 or newer found", "TOKENROUTER_JAVA_HOME");
        }
    }

    @Test
    void buildsAgainOnlyWhereASourceIsNewer() throws Exception {
        Path jdk = jdk("recent", "25.0.1");
        environment.put("TOKENROUTER_JAVA_HOME", jdk.toString());
        built();
        assertThat(launch("serve").output).doesNotContain("Building");

        Path source = Files.createDirectories(root.resolve("app/src/main")).resolve("New.java");
        Files.writeString(source, "class New {}");
        Files.setLastModifiedTime(source, FileTime.fromMillis(System.currentTimeMillis() + 10_000));
        Files.writeString(root.resolve("mvnw"), "echo 'New.java:1 is wrong'; exit 1");
        Run run = launch("serve");

        assertThat(run.status).isEqualTo(1);
        assertThat(run.output).contains("Building TokenRouter", "New.java:1 is wrong", "the build failed");
    }

    @Test
    void worksFromAnyFolderAndThroughALink() throws Exception {
        environment.put("TOKENROUTER_JAVA_HOME", jdk("recent", "25.0.1").toString());
        built();
        Path link = Files.createSymbolicLink(temporary.resolve("link"), root.resolve("tokenrouter"));

        Run run = run(temporary, List.of(link.toString(), "serve"));

        assertThat(run.output).contains("-Dtokenrouter.home=" + root.toRealPath());
    }

    @Test
    void anUnknownCommandIsOneLine() throws Exception {
        assertThat(launch("sevre"))
                .isEqualTo(new Run(2, "tokenrouter: unknown command 'sevre'; see ./tokenrouter help\n"));
    }

    @Test
    void helpNamesEveryOptionOfServe() throws Exception {
        String help = launch("help").output;
        List<OptionSpec> options =
                ServeCommand.commandLine(ignored -> 0).getCommandSpec().options();
        assertThat(options).hasSizeGreaterThan(8);
        for (OptionSpec option : options) {
            if (!option.usageHelp()) {
                assertThat(help).contains(option.longestName());
            }
        }
        assertThat(launch("serve", "--help").output).isEqualTo(help);
    }

    @Test
    void helpOfTrainRouterNeedsNoBuild() throws Exception {
        Path help = Files.createDirectories(root.resolve("train/src/main/help")).resolve("train-router.txt");
        Files.writeString(help, "Usage: train-router\n");
        assertThat(launch("train-router", "--name", "x", "--help")).isEqualTo(new Run(0, "Usage: train-router\n"));
    }

    private Path jdk(String name, String version) throws IOException {
        return jdkIn(jvms.resolve(name), version);
    }

    private static Path jdkIn(Path home, String version) throws IOException {
        Path bin = Files.createDirectories(home.resolve("bin"));
        Files.writeString(home.resolve("release"), "JAVA_VERSION=\"" + version + "\"\n");
        Files.writeString(bin.resolve("javac"), "#!/bin/sh\n");
        Files.writeString(bin.resolve("java"), """
                #!/bin/sh
                case $1 in
                    -version) echo 'openjdk version "%s" 2025-10-21' >&2 ;;
                    --list-modules) echo 'java.base@%s'; cat '%s/modules' 2>/dev/null ;;
                    -XshowSettings*) echo '    java.home = %s' >&2 ;;
                    *) echo "called %s with $*" ;;
                esac
                """.formatted(version, version, home, home, home));
        Files.writeString(home.resolve("modules"), "jdk.incubator.vector@" + version + "\n");
        for (String program : List.of("java", "javac")) {
            Files.setPosixFilePermissions(bin.resolve(program), PosixFilePermissions.fromString("rwxr-xr-x"));
        }
        return home;
    }

    private void built() throws IOException {
        Files.createDirectories(root.resolve("app/target/lib"));
        Files.createFile(root.resolve("app/target/tokenrouter.jar"));
        Files.createFile(root.resolve("app/target/built"));
    }

    private record Run(int status, String output) {}

    private Run launch(String... arguments) throws Exception {
        List<String> command =
                new ArrayList<>(List.of(root.resolve("tokenrouter").toString()));
        command.addAll(List.of(arguments));
        return run(root, command);
    }

    private Run run(Path workingFolder, List<String> command) throws Exception {
        ProcessBuilder builder =
                new ProcessBuilder(command).directory(workingFolder.toFile()).redirectErrorStream(true);
        builder.environment().clear();
        builder.environment().putAll(environment);
        Process process = builder.start();
        process.getOutputStream().close();
        String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        return new Run(process.waitFor(), output);
    }
}
