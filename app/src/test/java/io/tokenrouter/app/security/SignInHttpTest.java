package io.tokenrouter.app.security;

import static org.assertj.core.api.Assertions.assertThat;

import io.tokenrouter.app.ServerContext;
import io.tokenrouter.app.accounts.Accounts;
import io.tokenrouter.app.accounts.Actor;
import io.tokenrouter.app.accounts.Role;
import io.tokenrouter.app.accounts.Sessions;
import io.tokenrouter.app.fixtures.RunningServer;
import io.tokenrouter.app.fixtures.SignIn;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Signing in as a browser does, request by request. */
class SignInHttpTest {

    private static final Pattern FORM_TOKEN = Pattern.compile("name=\"_csrf\" value=\"([^\"]+)\"");
    private static final String HTML = "text/html,application/xhtml+xml;q=0.9,*/*;q=0.8";

    @RegisterExtension
    static final RunningServer server = RunningServer.shared();

    private final HttpClient client = HttpClient.newHttpClient();

    @Test
    void aPageLeadsNobodyToTheGateAndBackToWhereTheyWereGoing() throws Exception {
        HttpResponse<String> page = page("/batching?pair=demo", "");
        assertThat(page.statusCode()).isEqualTo(303);
        assertThat(location(page)).isEqualTo("/sign-in?next=%2Fbatching%3Fpair%3Ddemo");

        HttpResponse<String> gate = page(location(page), "");
        assertThat(gate.statusCode()).isEqualTo(200);
        assertThat(gate.body()).contains("name=\"next\" value=\"/batching?pair=demo\"");
        assertThat(gate.headers().firstValue("Cache-Control")).hasValue("no-store");
        assertThat(gate.headers().firstValue("Content-Security-Policy")).isPresent();

        HttpResponse<String> done = signIn(gate, "admin", SignIn.PASSWORD, "/batching?pair=demo");
        assertThat(done.statusCode()).isEqualTo(303);
        assertThat(location(done)).isEqualTo("/batching?pair=demo");
        String cookie = done.headers().allValues("Set-Cookie").stream()
                .filter(set -> set.startsWith("tokenrouter_session="))
                .findFirst()
                .orElseThrow();
        assertThat(cookie)
                .containsIgnoringCase("; HttpOnly")
                .contains("; SameSite=Lax", "; Path=/")
                .doesNotContain("Secure", "Max-Age");
        assertThat(page("/batching?pair=demo", session(done)).body())
                .contains("<h1>Batching</h1>", "Administrator", "Sign out");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "https://evil.example/",
                "//evil.example/",
                "/\\evil.example/",
                "/%0d%0aSet-Cookie:x=y\r\nX: y",
                "javascript:alert(1)",
                "/a{b}",
                "/sign-out",
                ""
            })
    void theGateLeadsToNoOtherServer(String next) throws Exception {
        assertThat(location(signIn(gate(), "admin", SignIn.PASSWORD, next))).isEqualTo("/");
    }

    @Test
    void aSessionThatSomebodyElsePlantedIsNotTaken() throws Exception {
        String planted = "tokenrouter_session=trs_" + "A".repeat(43);
        HttpResponse<String> gate = page("/sign-in", planted);

        HttpResponse<String> done = post(
                "/sign-in",
                planted,
                Map.of("_csrf", formToken(gate), "username", "admin", "password", SignIn.PASSWORD, "next", "/"));

        assertThat(done.statusCode()).isEqualTo(303);
        assertThat(session(done)).isNotEqualTo(planted);
        assertThat(page("/models", planted).statusCode()).as("the planted one").isEqualTo(303);
        assertThat(page("/models", session(done)).statusCode()).isEqualTo(200);
    }

    @Test
    void aWrongPasswordAndAnUnknownNameAreAnsweredAlike() throws Exception {
        person("alike");
        HttpResponse<String> wrong = signIn(gate(), "alike", "wrong", "/");
        HttpResponse<String> unknown = signIn(gate(), "never-heard-of", "wrong", "/");

        assertThat(wrong.statusCode()).isEqualTo(401);
        assertThat(wrong.body()).contains("Name or password is wrong", "4 left");
        assertThat(unknown.statusCode()).isEqualTo(401);
        assertThat(masked(unknown)).isEqualTo(masked(wrong));
    }

    @Test
    void aNameFullOfMarkupStaysText() throws Exception {
        assertThat(signIn(gate(), "<script>alert(1)</script>\"'", "wrong", "/").body())
                .contains("&lt;script&gt;")
                .doesNotContain("<script>alert");
    }

    @Test
    void theSixthTryInARowWaitsAndIsTold() throws Exception {
        for (int i = 0; i < 5; i++) {
            assertThat(signIn(gate(), "persistent", "wrong", "/").statusCode()).isEqualTo(401);
        }

        HttpResponse<String> form = signIn(gate(), "persistent", "wrong", "/");
        assertThat(form.statusCode()).isEqualTo(429);
        assertThat(Integer.parseInt(form.headers().firstValue("Retry-After").orElseThrow()))
                .isBetween(1, 900);
        assertThat(form.body()).contains("Too many tries", "The password was not looked at");
        HttpResponse<String> program = send(HttpRequest.newBuilder(server.uri().resolve("/api/admin/session"))
                .header("Content-Type", "application/json")
                .POST(HttpRequest.BodyPublishers.ofString("{\"name\": \"persistent\", \"password\": \"wrong\"}")));
        assertThat(program.statusCode()).isEqualTo(429);
        assertThat(program.headers().firstValue("Content-Type")).hasValue("application/problem+json");
        assertThat(program.headers().firstValue("Retry-After")).isPresent();
    }

    @Test
    void aChangeWithoutThePagesTokenIsRefused() throws Exception {
        String session = session(signIn(gate(), "admin", SignIn.PASSWORD, "/"));
        String token = Sessions.pageToken(session.substring(session.indexOf('=') + 1));
        HttpRequest.Builder change = HttpRequest.newBuilder(server.uri().resolve("/api/admin/batching/demo"))
                .header("Cookie", session)
                .header("Content-Type", "application/json")
                .header("If-Match", "*")
                .PUT(HttpRequest.BodyPublishers.ofString("{\"mode\": \"self-tuned\"}"));

        HttpResponse<String> without = send(change.copy());
        assertThat(without.statusCode()).isEqualTo(403);
        assertThat(without.headers().firstValue("Content-Type")).hasValue("application/problem+json");
        assertThat(send(change.copy().header("X-CSRF-TOKEN", "another")).statusCode())
                .isEqualTo(403);
        assertThat(send(change.copy().header("X-CSRF-TOKEN", token)).statusCode())
                .isEqualTo(200);
        assertThat(post("/sign-out", session, Map.of()).statusCode()).isEqualTo(403);
        assertThat(post("/sign-in", "", Map.of("username", "admin", "password", SignIn.PASSWORD))
                        .statusCode())
                .as("a form of another site would sign the victim in as somebody else")
                .isEqualTo(403);
    }

    @Test
    void whereKeysAreAskedForTheConsolesPagesNeedNoneAndOthersDo() throws Exception {
        String session = session(signIn(gate(), "admin", SignIn.PASSWORD, "/"));
        String token = Sessions.pageToken(session.substring(session.indexOf('=') + 1));
        HttpRequest.Builder question = HttpRequest.newBuilder(server.uri().resolve("/v1/completions"))
                .header("Content-Type", "application/json")
                .POST(HttpRequest.BodyPublishers.ofString(
                        "{\"model\": \"demo\", \"prompt\": \"Lena\", \"max_tokens\": 2}"));
        askForKeys(true);
        try {
            assertThat(send(question.copy()).statusCode()).as("nobody").isEqualTo(401);
            assertThat(send(question.copy().header("Cookie", session)).statusCode())
                    .as("a page of another site, whose requests carry the cookie too")
                    .isEqualTo(401);
            assertThat(send(question.copy().header("Cookie", session).header("X-CSRF-TOKEN", token))
                            .statusCode())
                    .as("a page of the console")
                    .isEqualTo(200);
            assertThat(send(question.copy().header("X-CSRF-TOKEN", token)).statusCode())
                    .as("the token alone")
                    .isEqualTo(401);
        } finally {
            askForKeys(false);
        }
    }

    private void askForKeys(boolean required) throws Exception {
        HttpResponse<String> answer = send(HttpRequest.newBuilder(server.uri().resolve("/api/admin/api-access"))
                .header("Authorization", "Bearer " + server.adminToken())
                .header("Content-Type", "application/json")
                .header("If-Match", "*")
                .PUT(HttpRequest.BodyPublishers.ofString("{\"keys_required\": " + required + "}")));
        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(200);
    }

    @Test
    void signingOutEndsTheSessionAndNotOnlyTheCookie() throws Exception {
        String session = session(signIn(gate(), "admin", SignIn.PASSWORD, "/"));
        HttpResponse<String> page = page("/models", session);

        HttpResponse<String> out = post("/sign-out", session, Map.of("_csrf", formToken(page)));

        assertThat(location(out)).isEqualTo("/sign-in");
        assertThat(out.headers().allValues("Set-Cookie"))
                .anyMatch(set -> set.startsWith("tokenrouter_session=;") && set.contains("Max-Age=0"));
        assertThat(page("/models", session).statusCode()).isEqualTo(303);
    }

    @Test
    @Timeout(60)
    void anOpenTabSeesNothingMoreWhenItsSessionHasEnded() throws Exception {
        String session = session(signIn(gate(), "admin", SignIn.PASSWORD, "/"));
        HttpResponse<Stream<String>> events = client.send(
                HttpRequest.newBuilder(server.uri().resolve("/console/events"))
                        .header("Cookie", session)
                        .build(),
                HttpResponse.BodyHandlers.ofLines());
        Iterator<String> lines = events.body().iterator();
        assertThat(lines.next()).isEqualTo("event:figures");

        post("/sign-out", session, Map.of("_csrf", Sessions.pageToken(session.substring(session.indexOf('=') + 1))));

        // ends, or the test is ended
        lines.forEachRemaining(line -> {});
    }

    @Test
    void aOneTimePasswordLeadsToTheFormThatChangesIt() throws Exception {
        Accounts accounts = ServerContext.of(server.server()).getBean(Accounts.class);
        String oneTime = accounts.create(Actor.COMMAND_LINE, "fresh", Role.VIEWER, null);

        HttpResponse<String> in = signIn(gate(), "fresh", oneTime, "/models");
        assertThat(location(in)).isEqualTo("/change-password");
        String session = session(in);
        assertThat(location(page("/models", session))).isEqualTo("/change-password");
        String token = formToken(page("/change-password", session));

        assertThat(change(session, token, oneTime, "short", "short")).contains("at least 12 characters");
        assertThat(change(session, token, oneTime, "one of twelve or more", "another one of them"))
                .contains("The two new passwords differ");
        HttpResponse<String> done = post(
                "/change-password",
                session,
                Map.of(
                        "_csrf",
                        token,
                        "password",
                        oneTime,
                        "new-password",
                        "one of twelve or more",
                        "repeated",
                        "one of twelve or more"));
        assertThat(location(done)).isEqualTo("/");
        assertThat(page("/models", session).statusCode())
                .as("the session before")
                .isEqualTo(303);
        assertThat(page("/models", session(done)).statusCode()).isEqualTo(200);
        assertThat(signIn(gate(), "fresh", oneTime, "/").statusCode())
                .as("the one-time password again")
                .isEqualTo(401);
    }

    @Test
    void programsAreToldInTheFormOfTheAddress() throws Exception {
        HttpResponse<String> admin = send(HttpRequest.newBuilder(server.uri().resolve("/api/admin/batching"))
                .GET());
        assertThat(admin.statusCode()).isEqualTo(401);
        assertThat(admin.headers().firstValue("Content-Type")).hasValue("application/problem+json");
        assertThat(admin.headers().firstValue("WWW-Authenticate")).hasValue("Bearer realm=\"TokenRouter\"");
        assertThat(admin.headers().firstValue("x-request-id")).isPresent();

        HttpResponse<String> other =
                send(HttpRequest.newBuilder(server.uri().resolve("/nothing")).GET());
        assertThat(other.statusCode()).isEqualTo(401);
        assertThat(other.body())
                .startsWith("{\"error\":{\"message\":\"Sign in first")
                .contains("authentication_error");
    }

    private String change(String session, String token, String current, String next, String repeated) throws Exception {
        HttpResponse<String> refused = post(
                "/change-password",
                session,
                Map.of("_csrf", token, "password", current, "new-password", next, "repeated", repeated));
        assertThat(refused.statusCode()).isEqualTo(400);
        return refused.body();
    }

    private static void person(String name) {
        ServerContext.of(server.server()).getBean(Accounts.class).create(Actor.COMMAND_LINE, name, Role.VIEWER, null);
    }

    private HttpResponse<String> gate() throws Exception {
        return page("/sign-in", "");
    }

    private HttpResponse<String> signIn(HttpResponse<String> gate, String name, String password, String next)
            throws Exception {
        String cookie = gate.headers().allValues("Set-Cookie").stream()
                .map(set -> set.split(";", 2)[0])
                .collect(Collectors.joining("; "));
        return post(
                "/sign-in",
                cookie,
                Map.of("_csrf", formToken(gate), "username", name, "password", password, "next", next));
    }

    private HttpResponse<String> page(String path, String cookie) throws Exception {
        HttpRequest.Builder request = HttpRequest.newBuilder(URI.create(server.uri() + path))
                .header("Accept", HTML)
                .GET();
        return send(cookie.isEmpty() ? request : request.header("Cookie", cookie));
    }

    private HttpResponse<String> post(String path, String cookie, Map<String, String> fields) throws Exception {
        String body = fields.entrySet().stream()
                .map(field -> field.getKey() + "=" + URLEncoder.encode(field.getValue(), StandardCharsets.UTF_8))
                .collect(Collectors.joining("&"));
        HttpRequest.Builder request = HttpRequest.newBuilder(server.uri().resolve(path))
                .header("Accept", HTML)
                .header("Content-Type", "application/x-www-form-urlencoded")
                .POST(HttpRequest.BodyPublishers.ofString(body));
        return send(cookie.isEmpty() ? request : request.header("Cookie", cookie));
    }

    private HttpResponse<String> send(HttpRequest.Builder request) throws Exception {
        return client.send(request.build(), HttpResponse.BodyHandlers.ofString());
    }

    private static String formToken(HttpResponse<String> page) {
        Matcher token = FORM_TOKEN.matcher(page.body());
        assertThat(token.find()).as(page.body()).isTrue();
        return token.group(1);
    }

    private static String location(HttpResponse<String> answer) {
        return answer.headers().firstValue("Location").orElse("nowhere: " + answer.statusCode() + answer.body());
    }

    private static String session(HttpResponse<String> answer) {
        List<String> cookies = answer.headers().allValues("Set-Cookie");
        return cookies.stream()
                .filter(set -> set.startsWith("tokenrouter_session="))
                .map(set -> set.split(";", 2)[0])
                .findFirst()
                .orElseThrow(() -> new AssertionError("no session: " + answer.statusCode() + answer.body()));
    }

    /** Without what is random, and without the name that was typed. */
    private static String masked(HttpResponse<String> page) {
        return page.body().replaceAll("name=\"_csrf\" value=\"[^\"]+\"", "").replaceAll("name=\"username\"[^>]*", "");
    }
}
