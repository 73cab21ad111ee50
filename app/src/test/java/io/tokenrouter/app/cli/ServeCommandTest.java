package io.tokenrouter.app.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.tokenrouter.app.StartupException;
import io.tokenrouter.app.fixtures.ScriptedGpus;
import io.tokenrouter.app.fixtures.TestFolders;
import io.tokenrouter.app.postgres.DatabaseLocation;
import io.tokenrouter.engine.executor.DeviceChoice;
import io.tokenrouter.engine.fixtures.ScriptedDevice;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine;

class ServeCommandTest {

    private static final Path DEMO_SMALL = TestFolders.repository().resolve("models/demo/demo-small.gguf");

    @TempDir
    Path temporary;

    private final AtomicReference<ServeOptions> served = new AtomicReference<>();
    private final StringWriter errors = new StringWriter();

    @Test
    void handsOverWhatWasAsked() throws IOException {
        Path model = Files.copy(DEMO_SMALL, temporary.resolve("a model.gguf"));
        ScriptedGpus.plugIn(new ScriptedDevice("cuda:977", 1 << 20));
        int status = run(
                "--port",
                "0",
                "--data",
                data(),
                "--model",
                "a=" + model,
                "--model",
                "b=" + model,
                "--pair",
                "ab=a,b",
                "--kv-memory",
                "2g",
                "--device",
                "cuda:977",
                "--threads",
                "1",
                "--no-demo");

        ScriptedGpus.plugIn();
        assertThat(status).as(errors.toString()).isZero();
        ServeOptions options = served.get();
        assertThat(options.host()).isEqualTo("127.0.0.1");
        assertThat(options.models()).containsExactly(new ModelOption("a", model), new ModelOption("b", model));
        assertThat(options.pairs()).containsExactly(new PairOption("ab", "a", "b"));
        assertThat(options.kvMemoryBytes()).isEqualTo(2L << 30);
        assertThat(options.kvMemoryOfGpus()).hasValue(2L << 30);
        assertThat(options.device()).isEqualTo(new DeviceChoice.Named("cuda:977"));
        assertThat(options.demoFolder()).isEmpty();
        assertThat(options.database()).isEmpty();
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            --port 70000               | --port must be from 0 to 65535
            --port x                   | Invalid value for option '--port'
            --prot 80                  | Unknown option
            --model a                  | --model needs ID=PATH
            --model a b=x.gguf         | Unmatched argument
            --model a/b=x.gguf         | --model needs an id of at most 64
            --pair p=a                 | --pair needs ID=SMALL,LARGE
            --pair p=a,a               | two different models
            --kv-memory much           | --kv-memory needs a size such as 512m
            --kv-memory 0m             | --kv-memory is out of range
            --device gpu               | --device must be auto, cpu or the name of a GPU such as cuda:0, not 'gpu'
            --device cuda:             | --device must be auto, cpu or the name of a GPU
            --threads 0                | --threads must be from 1
            --postgres-url mysql://h/d | --postgres-url needs the form postgres://
            --otlp-endpoint collector  | --otlp-endpoint must be an address such as http://localhost:4318
            --otlp-endpoint http:///x  | --otlp-endpoint must be an address such as http://localhost:4318
            """)
    void aWrongOptionIsOneLineAndTheCodeTwo(String arguments, String message) {
        assertThat(run(arguments.split(" "))).isEqualTo(2);
        assertThat(errors.toString().lines())
                .singleElement()
                .asString()
                .startsWith("tokenrouter: ")
                .contains(message);
        assertThat(served.get()).isNull();
    }

    @Test
    void aGpuThatIsNotThereIsOneLine() {
        assertThat(run("--port", "0", "--data", data(), "--device", "cuda:977")).isEqualTo(1);
        assertThat(errors.toString().lines())
                .singleElement()
                .asString()
                .startsWith("tokenrouter: --device cuda:977: there is no such device: ");
        assertThat(served.get()).isNull();
    }

    @Test
    void unsaidTheDeviceIsFoundAndGpusHaveAPartOfTheirMemory() {
        assertThat(run("--port", "0", "--data", data())).as(errors.toString()).isZero();
        assertThat(served.get().device()).isEqualTo(DeviceChoice.AUTO);
        assertThat(served.get().kvMemoryOfGpus()).isEmpty();
    }

    @Test
    void theHelpOfWhatWorksOnADatabaseKeepsAddressesWhole() {
        for (CommandLine command : List.of(
                ServeCommand.commandLine(options -> 0),
                ResetPasswordCommand.commandLine((external, folder, programs) -> ""))) {
            assertThat(command.setUsageHelpAutoWidth(false).getUsageMessage())
                    .contains("--data", "--postgres-url", "postgres://HOST:PORT/DATABASE");
        }
        assertThat(ServeCommand.commandLine(options -> 0).getUsageMessage()).contains("http://localhost:4318");
    }

    @Test
    void aTakenPortIsOneLine() throws IOException {
        try (ServerSocket other = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            assertThat(run("--data", data(), "--port", "" + other.getLocalPort()))
                    .isEqualTo(1);
            assertThat(errors.toString())
                    .isEqualTo("tokenrouter: port " + other.getLocalPort() + " is taken; choose another with --port"
                            + System.lineSeparator());
        }
    }

    @Test
    void aDataFolderThatCannotBeWrittenIsOneLine() throws IOException {
        Path file = Files.createFile(temporary.resolve("file"));
        assertThat(run("--port", "0", "--data", file.resolve("data").toString()))
                .isEqualTo(1);
        assertThat(errors.toString().lines()).singleElement().asString().contains("cannot write to the data folder");
    }

    @Test
    void aModelFileThatIsNoneIsOneLine() throws IOException {
        Path text = Files.writeString(temporary.resolve("notes.txt"), "hello");
        assertThat(run("--port", "0", "--data", data(), "--model", "m=" + text)).isEqualTo(1);
        assertThat(errors.toString().lines()).singleElement().asString().contains("model m: this is not a GGUF file");
    }

    @Test
    void aModelFileThatIsMissingIsOneLine() {
        assertThat(run("--port", "0", "--data", data(), "--model", "m=/nowhere/x.gguf"))
                .isEqualTo(1);
        assertThat(errors.toString().lines())
                .singleElement()
                .asString()
                .isEqualTo("tokenrouter: model m: there is no file or folder /nowhere/x.gguf");
    }

    @Test
    void aModelFileThatIsCutOffIsOneLine() throws IOException {
        byte[] whole = Files.readAllBytes(DEMO_SMALL);
        Path cut = Files.write(temporary.resolve("cut.gguf"), Arrays.copyOf(whole, whole.length - 1000));

        assertThat(run("--port", "0", "--data", data(), "--model", "m=" + cut)).isEqualTo(1);
        assertThat(errors.toString().lines()).singleElement().asString().startsWith("tokenrouter: model m: ");
        assertThat(served.get()).isNull();
    }

    @Test
    void aPairOfUnknownModelsIsFoundBeforeAnythingStartsWhereNoneCanBeKept() {
        assertThat(run("--port", "0", "--data", data(), "--pair", "p=demo-small,other"))
                .isEqualTo(1);
        assertThat(errors.toString())
                .isEqualTo("tokenrouter: pair p: there is no model other; known are demo-small, demo-large"
                        + System.lineSeparator());
        errors.getBuffer().setLength(0);
        assertThat(run("--port", "0", "--data", data(), "--no-demo", "--pair", "p=a,b"))
                .isEqualTo(1);
        assertThat(errors.toString()).contains("there is no model a; name its file or folder with --model");
    }

    @Test
    void aModelFileThatIsADeviceOrPipeIsNotOpened() {
        assertThat(run("--port", "0", "--data", data(), "--model", "m=/dev/null"))
                .isEqualTo(1);
        assertThat(errors.toString().lines())
                .singleElement()
                .asString()
                .isEqualTo("tokenrouter: model m: /dev/null is not a regular file");
    }

    @Test
    void anAddressThatOthersCanReachNeedsKeys() {
        assertThat(run("--port", "0", "--data", data(), "--host", "0.0.0.0")).isEqualTo(1);
        assertThat(errors.toString())
                .isEqualTo("tokenrouter: others can reach 0.0.0.0, so the API must ask for keys there:"
                        + " add --require-keys" + System.lineSeparator());
        assertThat(served.get()).isNull();

        errors.getBuffer().setLength(0);
        assertThat(run("--port", "0", "--data", data(), "--host", "0.0.0.0", "--require-keys"))
                .isZero();
        assertThat(errors.toString()).isEmpty();
        assertThat(served.get().requireKeys()).isTrue();
    }

    @ParameterizedTest
    @ValueSource(strings = {"127.0.0.1", "localhost", "127.0.0.2"})
    void theLoopbackAddressNeedsNone(String host) {
        assertThat(run("--port", "0", "--data", data(), "--host", host)).isZero();
        assertThat(errors.toString()).isEmpty();
    }

    @Test
    void readsAPostgresUrlAndNeverShowsItsPassword() {
        assertThat(run(
                        "--port",
                        "0",
                        "--data",
                        data(),
                        "--postgres-url",
                        "postgres://me:p%40ss@db.example/tr?sslpassword=key"))
                .isZero();
        DatabaseLocation location = served.get().database().orElseThrow();
        assertThat(location)
                .isEqualTo(new DatabaseLocation("jdbc:postgresql://db.example:5432/tr?sslpassword=key", "me", "p@ss"));
        assertThat(served.get().toString())
                .contains("db.example")
                .doesNotContain("p@ss")
                .doesNotContain("sslpassword");
    }

    @Test
    void aReasonThatTheUserCanChangeIsOneLineHoweverDeepItLies() {
        CommandLine commandLine = commandLine(options -> {
            throw new IllegalStateException("bean", new StartupException("the model is damaged"));
        });
        assertThat(commandLine.execute("--port", "0", "--data", data())).isEqualTo(1);
        assertThat(errors.toString()).isEqualTo("tokenrouter: the model is damaged" + System.lineSeparator());
    }

    private int run(String... arguments) {
        return commandLine(options -> {
                    served.set(options);
                    return 0;
                })
                .execute(arguments);
    }

    private CommandLine commandLine(ServeCommand.Server server) {
        return ServeCommand.commandLine(server).setErr(new PrintWriter(errors, true));
    }

    private String data() {
        return temporary.resolve("data").toString();
    }
}
