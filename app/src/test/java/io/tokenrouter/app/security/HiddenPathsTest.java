package io.tokenrouter.app.security;

import static org.assertj.core.api.Assertions.assertThat;

import io.tokenrouter.app.ServerContext;
import io.tokenrouter.app.accounts.Accounts;
import io.tokenrouter.app.accounts.Actor;
import io.tokenrouter.app.accounts.Role;
import io.tokenrouter.app.fixtures.RunningServer;
import io.tokenrouter.app.fixtures.SignIn;
import io.tokenrouter.app.fixtures.TestFolders;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.springframework.http.HttpMethod;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Whoever only looks is not told where the server's files lie, by no address that answers them, also where a file is gone. */
class HiddenPathsTest {

    @RegisterExtension
    static final RunningServer server = RunningServer.shared();

    private static final HttpClient CLIENT = HttpClient.newHttpClient();
    private static final String LOST = "/api/admin/models/lost";

    private static Path lost;
    private static String viewer;

    @BeforeAll
    static void loseAFile() throws Exception {
        Accounts accounts = ServerContext.of(server.server()).getBean(Accounts.class);
        String password = accounts.create(Actor.COMMAND_LINE, "only-looks", Role.VIEWER, null);
        viewer = SignIn.choose(server.uri(), "only-looks", password, "a password of mine");

        Path folder = Files.createDirectories(server.dataFolder().resolve("models"));
        lost = Files.copy(TestFolders.repository().resolve("models/demo/demo-small.gguf"), folder.resolve("lost.gguf"));
        String body =
                JsonMapper.shared().writeValueAsString(Map.of("id", "lost", "path", lost.toString(), "load", false));
        assertThat(send("POST", "/api/admin/models", body, server.adminToken()).statusCode())
                .isEqualTo(201);
        Files.delete(lost);
        send("POST", LOST + "/load", "{}", server.adminToken());
        while (!model(server.adminToken()).path("state").asString().equals("failed")) {
            TimeUnit.MILLISECONDS.sleep(20);
        }
    }

    @AfterAll
    static void forget() throws Exception {
        send("DELETE", LOST + "?patience_seconds=0", "", server.adminToken(), "If-Match", "*");
        CLIENT.close();
    }

    @Test
    void noAnswerHasAPath() throws Exception {
        Map<String, String> answers = answers();
        assertThat(answers).containsKeys("/models", LOST, "/api/admin/pairs/demo");
        for (Path secret : List.of(server.dataFolder(), TestFolders.repository().resolve("models"))) {
            String real = secret.toRealPath().toString();
            answers.forEach(
                    (address, answer) -> assertThat(answer).as(address).doesNotContain(secret.toString(), real));
        }
    }

    @Test
    void theFilesNameAndTheReasonAreTold() throws Exception {
        JsonNode seen = model(viewer);
        assertThat(seen.path("file").asString()).isEqualTo("lost.gguf");
        assertThat(seen.path("reason").asString()).isEqualTo("there is no file or folder lost.gguf");
        assertThat(seen.path("path").isNull()).isTrue();
        assertThat(model(server.adminToken()).path("path").asString())
                .as("to those who may change it")
                .isEqualTo(lost.getParent().toRealPath().resolve("lost.gguf").toString());
    }

    private static Map<String, String> answers() throws Exception {
        Map<String, String> answers = new LinkedHashMap<>();
        for (String address : addresses()) {
            HttpResponse<String> answer = send("GET", address, "", viewer);
            if (answer.statusCode() != 403) {
                answers.put(address, answer.body());
            }
        }
        return answers;
    }

    /** All that can be looked at, streams left out; with things that there are in the place of variables. */
    private static List<String> addresses() {
        List<String> addresses = new ArrayList<>();
        for (Routes.Route route : Routes.of(ServerContext.of(server.server()))) {
            if (route.method().equals(HttpMethod.GET) && !route.path().startsWith("/console/events")) {
                addresses.add(route.path());
            }
        }
        for (String id : List.of("demo-small", "lost")) {
            addresses.add("/api/admin/models/" + id);
        }
        addresses.addAll(List.of(
                "/pairs/demo",
                "/api/admin/pairs/demo",
                "/api/admin/pairs/candidates?large=demo-large",
                "/api/admin/pairs/candidates?large=lost",
                "/api/admin/pairs/fit?small=lost&large=demo-large",
                "/policies?name=uncertainty",
                "/api/admin/policies/uncertainty/versions",
                "/api/admin/batching/demo"));
        return addresses;
    }

    private static JsonNode model(String token) throws Exception {
        return JsonMapper.shared().readTree(send("GET", LOST, "", token).body());
    }

    private static HttpResponse<String> send(String method, String path, String body, String token, String... headers)
            throws Exception {
        HttpRequest.Builder request = HttpRequest.newBuilder(server.uri().resolve(path))
                .method(method, HttpRequest.BodyPublishers.ofString(body))
                .header("Authorization", "Bearer " + token)
                .header("Content-Type", "application/json");
        if (headers.length > 0) {
            request.headers(headers);
        }
        return CLIENT.send(request.build(), HttpResponse.BodyHandlers.ofString());
    }
}
