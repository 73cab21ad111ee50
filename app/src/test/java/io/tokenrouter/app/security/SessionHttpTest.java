package io.tokenrouter.app.security;

import static org.assertj.core.api.Assertions.assertThat;

import io.tokenrouter.app.accounts.Sessions;
import io.tokenrouter.app.fixtures.RunningServer;
import io.tokenrouter.app.fixtures.SignIn;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.Iterator;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;

/** What a session of a browser opens, what it does not open to pages of other sites, and its end. */
class SessionHttpTest {

    @RegisterExtension
    static final RunningServer server = RunningServer.shared();

    private final PageClient pages = new PageClient(server);

    @AfterEach
    void close() {
        pages.close();
    }

    @Test
    void aChangeWithoutThePagesTokenIsRefused() throws Exception {
        String session = pages.adminSession();
        String token = Sessions.pageToken(session.substring(session.indexOf('=') + 1));
        HttpRequest.Builder change = HttpRequest.newBuilder(server.uri().resolve("/api/admin/batching/demo"))
                .header("Cookie", session)
                .header("Content-Type", "application/json")
                .header("If-Match", "*")
                .PUT(HttpRequest.BodyPublishers.ofString("{\"mode\": \"self-tuned\"}"));

        HttpResponse<String> without = pages.send(change.copy());
        assertThat(without.statusCode()).isEqualTo(403);
        assertThat(without.headers().firstValue("Content-Type")).hasValue("application/problem+json");
        assertThat(pages.send(change.copy().header("X-CSRF-TOKEN", "another")).statusCode())
                .isEqualTo(403);
        assertThat(pages.send(change.copy().header("X-CSRF-TOKEN", token)).statusCode())
                .isEqualTo(200);
        assertThat(pages.post("/sign-out", session, Map.of()).statusCode()).isEqualTo(403);
        assertThat(pages.post("/sign-in", "", Map.of("username", "admin", "password", SignIn.PASSWORD))
                        .statusCode())
                .as("a form of another site would sign the victim in as somebody else")
                .isEqualTo(403);
    }

    @Test
    void whereKeysAreAskedForTheConsolesPagesNeedNoneAndOthersDo() throws Exception {
        String session = pages.adminSession();
        String token = Sessions.pageToken(session.substring(session.indexOf('=') + 1));
        HttpRequest.Builder question = HttpRequest.newBuilder(server.uri().resolve("/v1/completions"))
                .header("Content-Type", "application/json")
                .POST(HttpRequest.BodyPublishers.ofString(
                        "{\"model\": \"demo\", \"prompt\": \"Lena\", \"max_tokens\": 2}"));
        askForKeys(true);
        try {
            assertThat(pages.send(question.copy()).statusCode()).as("nobody").isEqualTo(401);
            assertThat(pages.send(question.copy().header("Cookie", session)).statusCode())
                    .as("a page of another site, whose requests carry the cookie too")
                    .isEqualTo(401);
            assertThat(pages.send(question.copy().header("Cookie", session).header("X-CSRF-TOKEN", token))
                            .statusCode())
                    .as("a page of the console")
                    .isEqualTo(200);
            assertThat(pages.send(question.copy().header("X-CSRF-TOKEN", token)).statusCode())
                    .as("the token alone")
                    .isEqualTo(401);
        } finally {
            askForKeys(false);
        }
    }

    private void askForKeys(boolean required) throws Exception {
        HttpResponse<String> answer =
                pages.send(HttpRequest.newBuilder(server.uri().resolve("/api/admin/api-access"))
                        .header("Authorization", "Bearer " + server.adminToken())
                        .header("Content-Type", "application/json")
                        .header("If-Match", "*")
                        .PUT(HttpRequest.BodyPublishers.ofString("{\"keys_required\": " + required + "}")));
        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(200);
    }

    @Test
    void signingOutEndsTheSessionAndNotOnlyTheCookie() throws Exception {
        String session = pages.adminSession();
        HttpResponse<String> page = pages.page("/models", session);

        HttpResponse<String> out = pages.post("/sign-out", session, Map.of("_csrf", PageClient.formToken(page)));

        assertThat(PageClient.location(out)).isEqualTo("/sign-in");
        assertThat(out.headers().allValues("Set-Cookie"))
                .anyMatch(set -> set.startsWith("tokenrouter_session=;") && set.contains("Max-Age=0"));
        assertThat(pages.page("/models", session).statusCode()).isEqualTo(303);
    }

    @Test
    @Timeout(600)
    void anOpenTabSeesNothingMoreWhenItsSessionHasEnded() throws Exception {
        String session = pages.adminSession();
        HttpResponse<Stream<String>> events = pages.http()
                .send(
                        HttpRequest.newBuilder(server.uri().resolve("/console/events"))
                                .header("Cookie", session)
                                .build(),
                        HttpResponse.BodyHandlers.ofLines());
        Iterator<String> lines = events.body().iterator();
        // how many requests run is told as well; either may come first
        assertThat(lines.next()).isIn("event:figures", "event:running");

        pages.post(
                "/sign-out", session, Map.of("_csrf", Sessions.pageToken(session.substring(session.indexOf('=') + 1))));

        // ends, or the test is ended
        lines.forEachRemaining(line -> {});
    }

    @Test
    void programsAreToldInTheFormOfTheAddress() throws Exception {
        HttpResponse<String> admin =
                pages.send(HttpRequest.newBuilder(server.uri().resolve("/api/admin/batching"))
                        .GET());
        assertThat(admin.statusCode()).isEqualTo(401);
        assertThat(admin.headers().firstValue("Content-Type")).hasValue("application/problem+json");
        assertThat(admin.headers().firstValue("WWW-Authenticate")).hasValue("Bearer realm=\"TokenRouter\"");
        assertThat(admin.headers().firstValue("x-request-id")).isPresent();

        HttpResponse<String> other = pages.send(
                HttpRequest.newBuilder(server.uri().resolve("/nothing")).GET());
        assertThat(other.statusCode()).isEqualTo(401);
        assertThat(other.body())
                .startsWith("{\"error\":{\"message\":\"Sign in first")
                .contains("authentication_error");
    }
}
