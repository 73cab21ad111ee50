package io.tokenrouter.app.remote;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Commands that no server is asked for, or none answers. */
class MistypedCommandTest {

    @TempDir
    Path folder;

    @Test
    void whatIsTypedWronglyIsToldInALineWithTheExitCodeTwo() {
        for (List<String> wrong : List.of(
                List.<String>of(),
                List.of("models"),
                List.of("models", "lsit"),
                List.of("models", "show"),
                List.of("keys", "create", "without models"),
                List.of("models", "list", "--url", "not an address"),
                List.of("models", "list", "--url", "file:///etc"))) {
            Said said = Said.by(wrong);
            assertThat(said.exitCode()).as(wrong.toString()).isEqualTo(2);
            assertThat(said.err()).as(wrong.toString()).startsWith("tokenrouter: ");
        }
        assertThat(Said.by(List.of("models", "--help")).out()).contains("list", "show", "add", "load", "unload");
    }

    @Test
    void aWordThatIsNearlyACommandIsToldTheCommand() {
        Said said = Said.by(List.of("models", "lst"));
        assertThat(said.err())
                .isEqualToIgnoringNewLines("tokenrouter: there is no 'lst' here; did you mean list? (see --help)");
        assertThat(Said.by(List.of("polices", "list")).err()).contains("did you mean policies");
        assertThat(Said.by(List.of("models", "list", "--jsn")).err())
                .contains("there is no '--jsn' here; did you mean --json");
    }

    @Test
    void aServerThatIsNotThereIsToldInALine() {
        Said said = Said.by(List.of(
                "models",
                "list",
                "--url",
                "http://127.0.0.1:1",
                "--session-file",
                folder.resolve("sessions").toString()));
        assertThat(said.exitCode()).isEqualTo(1);
        assertThat(said.err())
                .startsWith("tokenrouter: no server answers at http://127.0.0.1:1")
                .hasLineCount(1);
    }

    @Test
    void whatCanBeNobodysNameIsToldBeforeTheServerIsAsked() {
        for (String name : List.of("../x", "a/b", "", "a b", "%2e%2e", "x".repeat(65))) {
            Said said = Said.by(List.of("policies", "show", name, "--url", "http://127.0.0.1:1"));
            assertThat(said.exitCode()).as(name).isEqualTo(2);
            assertThat(said.err())
                    .startsWith("tokenrouter: ")
                    .contains("nothing can be called '" + name + "'", "letters, digits");
        }
    }

    @Test
    void theHelpOfEachCommandKeepsAddressesWhole() {
        for (String command : List.of("models", "pairs", "policies", "keys")) {
            assertThat(Said.by(List.of(command, "list", "--help")).out()).contains("http://localhost:8080).");
        }
    }
}
