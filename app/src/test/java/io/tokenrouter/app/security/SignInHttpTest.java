package io.tokenrouter.app.security;

import static org.assertj.core.api.Assertions.assertThat;

import io.tokenrouter.app.ServerContext;
import io.tokenrouter.app.accounts.Accounts;
import io.tokenrouter.app.accounts.Actor;
import io.tokenrouter.app.accounts.Role;
import io.tokenrouter.app.fixtures.RunningServer;
import io.tokenrouter.app.fixtures.SignIn;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Signing in as a browser does, request by request. */
class SignInHttpTest {

    @RegisterExtension
    static final RunningServer server = RunningServer.shared();

    private final PageClient pages = new PageClient(server);

    @AfterEach
    void close() {
        pages.close();
    }

    @Test
    void aPageLeadsNobodyToTheGateAndBackToWhereTheyWereGoing() throws Exception {
        HttpResponse<String> page = pages.page("/batching?pair=demo", "");
        assertThat(page.statusCode()).isEqualTo(303);
        assertThat(PageClient.location(page)).isEqualTo("/sign-in?next=%2Fbatching%3Fpair%3Ddemo");

        HttpResponse<String> gate = pages.page(PageClient.location(page), "");
        assertThat(gate.statusCode()).isEqualTo(200);
        assertThat(gate.body()).contains("name=\"next\" value=\"/batching?pair=demo\"");
        assertThat(gate.headers().firstValue("Cache-Control")).hasValue("no-store");
        assertThat(gate.headers().firstValue("Content-Security-Policy")).isPresent();

        HttpResponse<String> done = pages.signIn(gate, "admin", SignIn.PASSWORD, "/batching?pair=demo");
        assertThat(done.statusCode()).isEqualTo(303);
        assertThat(PageClient.location(done)).isEqualTo("/batching?pair=demo");
        String cookie = done.headers().allValues("Set-Cookie").stream()
                .filter(set -> set.startsWith("tokenrouter_session="))
                .findFirst()
                .orElseThrow();
        assertThat(cookie)
                .containsIgnoringCase("; HttpOnly")
                .contains("; SameSite=Lax", "; Path=/")
                .doesNotContain("Secure", "Max-Age");
        assertThat(pages.page("/batching?pair=demo", PageClient.session(done)).body())
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
        assertThat(PageClient.location(pages.signIn(pages.gate(), "admin", SignIn.PASSWORD, next)))
                .isEqualTo("/");
    }

    @Test
    void aSessionThatSomebodyElsePlantedIsNotTaken() throws Exception {
        String planted = "tokenrouter_session=trs_" + "A".repeat(43);
        HttpResponse<String> gate = pages.page("/sign-in", planted);

        HttpResponse<String> done = pages.post(
                "/sign-in",
                planted,
                Map.of(
                        "_csrf",
                        PageClient.formToken(gate),
                        "username",
                        "admin",
                        "password",
                        SignIn.PASSWORD,
                        "next",
                        "/"));

        assertThat(done.statusCode()).isEqualTo(303);
        assertThat(PageClient.session(done)).isNotEqualTo(planted);
        assertThat(pages.page("/models", planted).statusCode())
                .as("the planted one")
                .isEqualTo(303);
        assertThat(pages.page("/models", PageClient.session(done)).statusCode()).isEqualTo(200);
    }

    @Test
    void aWrongPasswordAndAnUnknownNameAreAnsweredAlike() throws Exception {
        person("alike");
        HttpResponse<String> wrong = pages.signIn(pages.gate(), "alike", "wrong", "/");
        HttpResponse<String> unknown = pages.signIn(pages.gate(), "never-heard-of", "wrong", "/");

        assertThat(wrong.statusCode()).isEqualTo(401);
        assertThat(wrong.body()).contains("Name or password is wrong", "4 left");
        assertThat(unknown.statusCode()).isEqualTo(401);
        assertThat(masked(unknown)).isEqualTo(masked(wrong));
    }

    @Test
    void aNameFullOfMarkupStaysText() throws Exception {
        assertThat(pages.signIn(pages.gate(), "<script>alert(1)</script>\"'", "wrong", "/")
                        .body())
                .contains("&lt;script&gt;")
                .doesNotContain("<script>alert");
    }

    @Test
    void theSixthTryInARowWaitsAndIsTold() throws Exception {
        for (int i = 0; i < 5; i++) {
            assertThat(pages.signIn(pages.gate(), "persistent", "wrong", "/").statusCode())
                    .isEqualTo(401);
        }

        HttpResponse<String> form = pages.signIn(pages.gate(), "persistent", "wrong", "/");
        assertThat(form.statusCode()).isEqualTo(429);
        assertThat(Integer.parseInt(form.headers().firstValue("Retry-After").orElseThrow()))
                .isBetween(1, 900);
        assertThat(form.body()).contains("Too many tries", "The password was not looked at");
        HttpResponse<String> program = pages.send(HttpRequest.newBuilder(
                        server.uri().resolve("/api/admin/session"))
                .header("Content-Type", "application/json")
                .POST(HttpRequest.BodyPublishers.ofString("{\"name\": \"persistent\", \"password\": \"wrong\"}")));
        assertThat(program.statusCode()).isEqualTo(429);
        assertThat(program.headers().firstValue("Content-Type")).hasValue("application/problem+json");
        assertThat(program.headers().firstValue("Retry-After")).isPresent();
    }

    @Test
    void aOneTimePasswordLeadsToTheFormThatChangesIt() throws Exception {
        Accounts accounts = ServerContext.of(server.server()).getBean(Accounts.class);
        String oneTime = accounts.create(Actor.COMMAND_LINE, "fresh", Role.VIEWER, null);

        HttpResponse<String> in = pages.signIn(pages.gate(), "fresh", oneTime, "/models");
        assertThat(PageClient.location(in)).isEqualTo("/change-password");
        String session = PageClient.session(in);
        assertThat(PageClient.location(pages.page("/models", session))).isEqualTo("/change-password");
        String token = PageClient.formToken(pages.page("/change-password", session));

        assertThat(change(session, token, oneTime, "short", "short")).contains("at least 12 characters");
        assertThat(change(session, token, oneTime, "one of twelve or more", "another one of them"))
                .contains("The two new passwords differ");
        HttpResponse<String> done = pages.post(
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
        assertThat(PageClient.location(done)).isEqualTo("/");
        assertThat(pages.page("/models", session).statusCode())
                .as("the session before")
                .isEqualTo(303);
        assertThat(pages.page("/models", PageClient.session(done)).statusCode()).isEqualTo(200);
        assertThat(pages.signIn(pages.gate(), "fresh", oneTime, "/").statusCode())
                .as("the one-time password again")
                .isEqualTo(401);
    }

    private String change(String session, String token, String current, String next, String repeated) throws Exception {
        HttpResponse<String> refused = pages.post(
                "/change-password",
                session,
                Map.of("_csrf", token, "password", current, "new-password", next, "repeated", repeated));
        assertThat(refused.statusCode()).isEqualTo(400);
        return refused.body();
    }

    private static void person(String name) {
        ServerContext.of(server.server()).getBean(Accounts.class).create(Actor.COMMAND_LINE, name, Role.VIEWER, null);
    }

    /** Without what is random, and without the name that was typed. */
    private static String masked(HttpResponse<String> page) {
        return page.body().replaceAll("name=\"_csrf\" value=\"[^\"]+\"", "").replaceAll("name=\"username\"[^>]*", "");
    }
}
