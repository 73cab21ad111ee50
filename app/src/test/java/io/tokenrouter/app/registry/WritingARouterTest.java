package io.tokenrouter.app.registry;

import static org.assertj.core.api.Assertions.assertThat;

import io.tokenrouter.app.Startup;
import io.tokenrouter.app.TokenRouterServer;
import io.tokenrouter.app.fixtures.RunningServer;
import io.tokenrouter.app.fixtures.SignIn;
import io.tokenrouter.app.fixtures.TestFolders;
import java.io.IOException;
import java.net.URI;
import java.net.URL;
import java.net.URLClassLoader;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestMethodOrder;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** What docs/writing-a-router.md shows, compiled and served; beside it a router that does everything wrong. */
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
class WritingARouterTest {

    private static final JsonMapper JSON = JsonMapper.shared();
    private static final Pattern CODE = Pattern.compile("```java\n(.*?)```", Pattern.DOTALL);

    private static final String MISCHIEF = """
            package com.example.routers;

            import io.tokenrouter.engine.routing.*;
            import io.tokenrouter.engine.sampling.*;
            import java.util.List;

            public final class Mischief implements AlgorithmFactory {
                @Override public String name() { return "mischief"; }
                @Override public String help() { return "does everything wrong"; }
                @Override public List<OptionSpec> options() {
                    return List.of(OptionSpec.choice("what", "create", List.of("create", "spec", "begin", "route", "send", "receive",
                            "error", "role", "null", "undefined", "stuck", "foreign"), "what goes wrong"));
                }
                @Override public String thresholdOption() { return null; }
                @Override public RoutingAlgorithm<?> create(Options options) {
                    String what = options.choice("what");
                    fail(what, "create");
                    return new RoutingAlgorithm<int[]>() {
                        @Override public Spec spec() {
                            fail(what, "spec");
                            return what.equals("foreign") ? Spec.of(new Role("medium")) : Spec.of(Role.SMALL, Role.LARGE);
                        }
                        @Override public int[] begin(Prompt prompt) {
                            fail(what, "begin");
                            return new int[1];
                        }
                        @Override public Hop route(int[] hops, Trace trace) {
                            if (hops[0]++ == 0) return Hop.to(Role.SMALL);
                            fail(what, "route");
                            if (what.equals("error")) throw new StackOverflowError();
                            if (what.equals("role")) return Hop.to(new Role("medium"));
                            if (what.equals("undefined"))
                                return Hop.fuse(Fusion.of(Fusion.Space.LOGIT, Float.NaN, 1f), Role.SMALL, Role.LARGE);
                            return what.equals("null") ? null : Hop.to(Role.SMALL);
                        }
                        @Override public Ask send(int[] hops, Trace trace, Role to) {
                            if (hops[0] > 1) fail(what, "send");
                            return Ask.next();
                        }
                        @Override public void receive(int[] hops, Trace trace, Reply reply) {
                            if (hops[0] > 1) fail(what, "receive");
                            if (!what.equals("stuck")) trace.commit(reply.tokens());
                        }
                    };
                }
                private static void fail(String what, String now) {
                    if (what.equals(now)) throw new IllegalStateException("scripted " + now);
                }
            }
            """;

    /** What the page leaves out around its third piece of code. */
    private static final String THREE_ROLES = """
            package com.example.routers;

            import io.tokenrouter.engine.routing.*;
            import io.tokenrouter.engine.sampling.Fusion;

            public final class ThreeRoles implements RoutingAlgorithm<ThreeRoles.State> {
                static final class State {
                    boolean askCritic;
                }
                @Override public State begin(Prompt prompt) {
                    return new State();
                }
                %s
            }
            """;

    @TempDir
    private static Path folder;

    private final HttpClient http = HttpClient.newHttpClient();
    private static List<String> shown;
    private static Path jar;
    private static TokenRouterServer server;
    private static String session;

    @BeforeAll
    static void serve() throws IOException {
        String page = Files.readString(TestFolders.repository().resolve("docs/writing-a-router.md"));
        shown = CODE.matcher(page).results().map(match -> match.group(1)).toList();
        assertThat(shown).as("the router, its check, and three roles").hasSize(3);
        Path classes = Files.createDirectories(folder.resolve("classes"));
        RouterSource.compile(classes, shown.get(0), THREE_ROLES.formatted(shown.get(2)), MISCHIEF);
        jar = folder.resolve("data/routers/mine.jar");
        RouterSource.jar(jar, classes, "com.example.routers.StretchFactory", "com.example.routers.Mischief");
        server = TokenRouterServer.start(RunningServer.options(folder.resolve("data")), new Startup(line -> {}));
        session = SignIn.first(server.uri(), server.oneTimePassword().orElseThrow());
    }

    @AfterAll
    static void stop() {
        server.close();
    }

    @Test
    void theRouterOfThePageRoutes() throws Exception {
        HttpResponse<String> answer =
                ask(Map.of("policy", "stretch", "options", Map.of("length", 2), "threshold", 0.8, "trace", true));

        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(200);
        JsonNode tokens = JSON.readTree(answer.body()).at("/routing/completion_tokens");
        assertThat(tokens.get("demo-small").asInt()).isPositive();
        assertThat(tokens.get("demo-large").asInt()).isPositive();
        HttpResponse<String> refusal = ask(Map.of("policy", "stretch", "options", Map.of("length", 0)));
        assertThat(refusal.statusCode()).isEqualTo(400);
        assertThat(refusal.body()).contains("routing.options.length must be a whole number from 1 to 256, not 0");
    }

    @Test
    void theCheckOfThePagePasses() throws Exception {
        Path classes = Files.createDirectories(folder.resolve("check"));
        RouterSource.compile(classes, shown.get(0), shown.get(1));
        try (URLClassLoader loader =
                new URLClassLoader(new URL[] {classes.toUri().toURL()})) {
            loader.loadClass("com.example.routers.StretchCheck")
                    .getMethod("main", String[].class)
                    .invoke(null, (Object) new String[0]);
        }
    }

    @Test
    void theConsoleAndTheAdminApiShowIt() throws Exception {
        JsonNode algorithms =
                JSON.readTree(get("/api/admin/policies/algorithms").body()).get("algorithms");
        JsonNode stretch = algorithms
                .valueStream()
                .filter(each -> each.get("name").asString().equals("stretch"))
                .findFirst()
                .orElseThrow();
        assertThat(stretch.at("/options/1/range").asString()).isEqualTo("a whole number from 1 to 256");
        assertThat(get("/policies/new").body()).contains("stretch", "So many tokens the large model writes in a row.");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "create",
                "spec",
                "begin",
                "route",
                "send",
                "receive",
                "error",
                "role",
                "null",
                "undefined",
                "stuck"
            })
    void whatGoesWrongInARouterEndsItsOwnRequestWithAnError(String what) throws Exception {
        var other = http.sendAsync(request(Map.of("policy", "random")), HttpResponse.BodyHandlers.ofString());

        HttpResponse<String> failed = ask(Map.of("policy", "mischief", "options", Map.of("what", what)));

        assertThat(failed.statusCode()).as(failed.body()).isEqualTo(500);
        assertThat(JSON.readTree(failed.body()).at("/error/code").asString()).isEqualTo("routing_failed");
        assertThat(other.join().statusCode()).isEqualTo(200);
    }

    @Test
    void aRoleThatThePairDoesNotHaveIsRefused() throws Exception {
        HttpResponse<String> refused = ask(Map.of("policy", "mischief", "options", Map.of("what", "foreign")));

        assertThat(refused.statusCode()).isEqualTo(400);
        assertThat(refused.body()).contains("policy 'mischief' needs a model in the role 'medium'");
    }

    /** The last one, since it changes what the others need. */
    @Test
    @Order(Integer.MAX_VALUE)
    void aPolicyWhoseRouterIsGoneIsShownAndRefusedAndNothingElseSuffers() throws Exception {
        HttpResponse<String> saved =
                put("/api/admin/policies/mine", Map.of("algorithm", "stretch"), "If-None-Match", "*");
        assertThat(saved.statusCode()).as(saved.body()).isEqualTo(200);
        assertThat(ask(Map.of("policy", "mine")).statusCode()).isEqualTo(200);
        stop();
        Files.delete(jar);
        server = TokenRouterServer.start(RunningServer.options(folder.resolve("data")), new Startup(line -> {}));
        session = SignIn.token(server.uri(), "admin", SignIn.PASSWORD);

        HttpResponse<String> refused = ask(Map.of("policy", "mine"));
        assertThat(refused.statusCode()).as(refused.body()).isEqualTo(400);
        assertThat(refused.body()).contains("unknown policy 'stretch'");
        assertThat(ask(Map.of("policy", "random")).statusCode()).isEqualTo(200);
        for (String page : List.of("/policies?name=mine", "/playground", "/models", "/api/admin/policies", "/")) {
            HttpResponse<String> answer = get(page);
            assertThat(answer.statusCode()).as(page + ": " + answer.body()).isEqualTo(200);
        }
    }

    private HttpResponse<String> put(String path, Map<String, Object> body, String... headers) throws Exception {
        return http.send(
                HttpRequest.newBuilder(uri(path))
                        .headers(headers)
                        .header("Authorization", "Bearer " + session)
                        .header("Content-Type", "application/json")
                        .PUT(HttpRequest.BodyPublishers.ofString(JSON.writeValueAsString(body)))
                        .build(),
                HttpResponse.BodyHandlers.ofString());
    }

    private HttpResponse<String> ask(Map<String, Object> routing) throws Exception {
        return http.send(request(routing), HttpResponse.BodyHandlers.ofString());
    }

    private HttpRequest request(Map<String, Object> routing) {
        return HttpRequest.newBuilder(uri("/v1/chat/completions"))
                .header("Content-Type", "application/json")
                .POST(HttpRequest.BodyPublishers.ofString(JSON.writeValueAsString(Map.of(
                        "model",
                        "demo",
                        "messages",
                        List.of(Map.of(
                                "role",
                                "user",
                                "content",
                                "Lena has 168 buttons. She buys 76 more. How many buttons does Lena have now?")),
                        "temperature",
                        0,
                        "max_tokens",
                        100,
                        "routing",
                        routing))))
                .build();
    }

    private HttpResponse<String> get(String path) throws Exception {
        return http.send(
                HttpRequest.newBuilder(uri(path))
                        .header("Authorization", "Bearer " + session)
                        .build(),
                HttpResponse.BodyHandlers.ofString());
    }

    private URI uri(String path) {
        return URI.create("http://127.0.0.1:" + server.port() + path);
    }
}
