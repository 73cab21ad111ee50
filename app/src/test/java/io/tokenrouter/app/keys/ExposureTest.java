package io.tokenrouter.app.keys;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.tokenrouter.app.Startup;
import io.tokenrouter.app.StartupException;
import io.tokenrouter.app.TokenRouterServer;
import io.tokenrouter.app.cli.ServeOptions;
import io.tokenrouter.app.fixtures.RunningServer;
import io.tokenrouter.app.fixtures.SignIn;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A server that others can reach: it asks for keys, or it does not start. */
class ExposureTest {

    @Test
    void asksForKeysOrDoesNotStart(@TempDir Path folder) throws Exception {
        List<String> begun = new ArrayList<>();
        Throwable refused =
                catchThrowable(() -> TokenRouterServer.start(options(folder, false), new Startup(begun::add))
                        .close());
        assertThat(startupException(refused))
                .hasMessage("others can reach 0.0.0.0, so the API must ask for keys there: add --require-keys");
        assertThat(begun).as("before any model is loaded").noneMatch(line -> line.contains("Loading"));

        try (TokenRouterServer server = TokenRouterServer.start(options(folder, true), new Startup(line -> {}));
                HttpClient http = HttpClient.newHttpClient()) {
            URI uri = URI.create("http://127.0.0.1:" + server.port());
            HttpRequest.Builder models = HttpRequest.newBuilder(uri.resolve("/v1/models"));
            assertThat(http.send(models.build(), HttpResponse.BodyHandlers.ofString())
                            .statusCode())
                    .isEqualTo(401);
            String session = SignIn.first(uri, server.oneTimePassword().orElseThrow());
            HttpResponse<String> answer = http.send(
                    HttpRequest.newBuilder(uri.resolve("/api/admin/api-access"))
                            .headers("Authorization", "Bearer " + session)
                            .headers("Content-Type", "application/json", "If-Match", "*")
                            .PUT(HttpRequest.BodyPublishers.ofString("{\"keys_required\": false}"))
                            .build(),
                    HttpResponse.BodyHandlers.ofString());
            assertThat(answer.statusCode()).as(answer.body()).isEqualTo(409);
            assertThat(answer.body()).contains("Start it on 127.0.0.1");
        }
    }

    private static Throwable startupException(Throwable thrown) {
        for (Throwable cause = thrown; cause != null; cause = cause.getCause()) {
            if (cause instanceof StartupException) {
                return cause;
            }
        }
        throw new AssertionError("the start was not refused with a reason", thrown);
    }

    /** Without models, which this is not about. */
    private static ServeOptions options(Path folder, boolean requireKeys) {
        ServeOptions local = RunningServer.options(folder);
        return new ServeOptions(
                "0.0.0.0",
                local.port(),
                local.dataFolder(),
                local.programsFolder(),
                local.database(),
                Optional.empty(),
                List.of(),
                List.of(),
                requireKeys,
                local.device(),
                local.kvMemoryBytes(),
                local.kvMemoryOfGpus(),
                local.threads(),
                Optional.empty());
    }
}
