package io.tokenrouter.app;

import static org.assertj.core.api.Assertions.assertThat;

import io.tokenrouter.app.fixtures.RunningServer;
import java.io.IOException;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** The parts put together: what each answers is tested where it is made. */
class ServerTest {

    @RegisterExtension
    static final RunningServer server = RunningServer.shared();

    private final HttpClient client = HttpClient.newHttpClient();

    @Test
    void isHealthyAndServesTheDemoPairAndBothModels() throws Exception {
        assertThat(get("/health").statusCode()).isEqualTo(200);
        assertThat(get("/v1/models").body())
                .contains("\"id\":\"demo\"", "\"id\":\"demo-small\"", "\"id\":\"demo-large\"");
    }

    @Test
    void answersADemoProblemWithBothModels() throws Exception {
        HttpResponse<String> answer = complete("demo");
        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(200);
        assertThat(answer.body()).contains("\"routing\"", "\"policy\":\"uncertainty\"", "\"policy_version\":1");
        assertThat(complete("demo-small").statusCode()).isEqualTo(200);
        assertThat(complete("demo-large").statusCode()).isEqualTo(200);
    }

    @Test
    void showsMetersAndTheDatabaseToScrapers() throws Exception {
        complete("demo");
        assertThat(get("/metrics").body())
                .contains(
                        "tokenrouter_generation_tokens_total{model=\"demo-small\",target=\"demo\"}",
                        "tokenrouter_database_up 1");
    }

    @Test
    void saysWhatAMonitorAsksFor() throws Exception {
        assertThat(get("/actuator/health/models").body())
                .contains("\"status\":\"UP\"", "\"demo-small\":\"serving\"", "\"demo-large\":\"serving\"");
        assertThat(get("/actuator/health/db").body()).contains("\"status\":\"UP\"", "\"database\"");
        assertThat(get("/actuator/health/readiness").body()).contains("\"readinessState\"", "\"servedModels\"");
        assertThat(get("/actuator/health/liveness").body())
                .as("a database that is gone must not get the server killed")
                .doesNotContain("database");
    }

    @Test
    void tellsNoMoreOfItselfThanItMust() throws Exception {
        assertThat(get("/actuator/health").body()).contains("\"status\":\"UP\"", "\"database\"");
        assertThat(get("/actuator/health/liveness").statusCode()).isEqualTo(200);
        assertThat(get("/actuator/health/readiness").statusCode()).isEqualTo(200);
        for (String hidden : new String[] {"env", "beans", "heapdump", "configprops", "loggers", "shutdown"}) {
            assertThat(get("/actuator/" + hidden).statusCode()).as(hidden).isEqualTo(401);
            assertThat(asAdmin("/actuator/" + hidden).statusCode()).as(hidden).isEqualTo(404);
        }
    }

    @Test
    void showsTheConsole() throws Exception {
        HttpResponse<String> page = asAdmin("/playground");
        assertThat(page.statusCode()).isEqualTo(200);
        assertThat(page.body())
                .contains("demo-small", "demo-large")
                .as("what was measured with the pair")
                .contains("data-quality=\"{", "0.974");
    }

    @Test
    void tellsErrorsToProgramsAndShowsThemToBrowsers() throws Exception {
        HttpResponse<String> told = asAdmin("/no-such-page");
        assertThat(told.statusCode()).isEqualTo(404);
        assertThat(told.body()).contains("{\"error\":{\"message\":\"There is nothing at this address.\"");

        HttpResponse<String> shown = client.send(
                HttpRequest.newBuilder(server.uri().resolve("/no-such-page"))
                        .header("Accept", "text/html,application/xhtml+xml;q=0.9,*/*;q=0.8")
                        .header("Authorization", "Bearer " + server.adminToken())
                        .build(),
                HttpResponse.BodyHandlers.ofString());
        assertThat(shown.statusCode()).isEqualTo(404);
        assertThat(shown.body()).contains("There is no page here", "To the playground");
    }

    private HttpResponse<String> get(String path) throws IOException, InterruptedException {
        return client.send(
                HttpRequest.newBuilder(server.uri().resolve(path)).build(), HttpResponse.BodyHandlers.ofString());
    }

    private HttpResponse<String> asAdmin(String path) throws IOException, InterruptedException {
        return client.send(
                HttpRequest.newBuilder(server.uri().resolve(path))
                        .header("Authorization", "Bearer " + server.adminToken())
                        .build(),
                HttpResponse.BodyHandlers.ofString());
    }

    private HttpResponse<String> complete(String model) throws IOException, InterruptedException {
        String body = """
                {"model": "%s", "temperature": 0, "max_tokens": 40,
                 "prompt": "Lena has 168 buttons. She buys 76 more. She gives away 129. How many buttons does Lena have now?"}
                """.formatted(model);
        return client.send(
                HttpRequest.newBuilder(server.uri().resolve("/v1/completions"))
                        .header("content-type", "application/json")
                        .POST(HttpRequest.BodyPublishers.ofString(body))
                        .build(),
                HttpResponse.BodyHandlers.ofString());
    }
}
