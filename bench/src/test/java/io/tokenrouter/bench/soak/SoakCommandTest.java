package io.tokenrouter.bench.soak;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.tokenrouter.bench.Main;
import io.tokenrouter.bench.server.ServerProcess;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Some seconds of mixed traffic at the real server leave nothing behind; the suite packages the server before. */
class SoakCommandTest {

    private static final Path HOME = Path.of(System.getProperty("tokenrouter.home"));
    private static final Path SERVER = HOME.resolve("app/target/tokenrouter.jar");

    @TempDir
    private Path folder;

    @Test
    void aShortSoakFindsNothing() throws Exception {
        assumeTrue(Files.exists(SERVER), SERVER + " is not built");
        Path file = folder.resolve("soak.json");
        try (ServerProcess server = ServerProcess.start(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "--add-modules=jdk.incubator.vector",
                        "--enable-native-access=ALL-UNNAMED",
                        "--sun-misc-unsafe-memory-access=allow",
                        "-Xmx1g",
                        "-XX:+UseParallelGC",
                        "-Dtokenrouter.home=" + HOME.toAbsolutePath(),
                        "-jar",
                        SERVER.toString());
                Api api = new Api(server.uri())) {
            int exit = Main.run(
                    "soak",
                    "--url",
                    server.uri().toString(),
                    "--token",
                    SignIn.first(api, server.oneTimePassword()),
                    "--pid",
                    Long.toString(server.pid()),
                    "--minutes",
                    "0.2",
                    "--clients",
                    "6",
                    "--json",
                    file.toString());

            JsonNode report = JsonMapper.shared().readTree(Files.readString(file));
            assertThat(exit).as(report.toPrettyString()).isZero();
            assertThat(report.at("/in_all/0/requests").asInt()).isPositive();
            assertThat(report.at("/in_all/0/unexpected").asInt()).isZero();
            assertThat(report.at("/in_all/0/leaks").asInt()).isZero();
        }
    }

    @Test
    void aServerOfSomebodyElseNeedsASessionThere() {
        assertThat(Main.run("soak", "--url", "http://localhost:1", "--token", ""))
                .isEqualTo(2);
        assertThat(Main.run("soak", "--minutes", "0")).isEqualTo(2);
    }
}
