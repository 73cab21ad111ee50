package io.tokenrouter.app.admin;

import static org.assertj.core.api.Assertions.assertThat;

import io.tokenrouter.app.fixtures.RunningServer;
import java.io.IOException;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Requests that reach no code of a page or an API are told what is wrong with them all the same, in words of our own. */
class RefusedRequestsTest {

    @RegisterExtension
    static final RunningServer server = RunningServer.shared();

    private static AdminClient admin;

    @BeforeAll
    static void signIn() {
        admin = new AdminClient(server.uri(), server.adminToken());
    }

    @AfterAll
    static void leave() {
        admin.close();
    }

    @ParameterizedTest
    @CsvSource({
        "//models,                  400",
        "/v1//models,               400",
        "/v1/models;x=y,            400",
        "/v1/models/%00,            400",
        "/v1/models%5Cx,            400",
        "/%zz,                      400",
        "/v1/models?a=[|],          400",
        ";x,                        400",
        "/LONG,                     414",
    })
    void anAddressThatIsNoneIsToldInTheFormOfTheApi(String address, int status) throws IOException {
        String answer = raw("GET " + address.replace("LONG", "x".repeat(20_000))
                + " HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n");
        assertThat(answer)
                .startsWith("HTTP/1.1 " + status + " ")
                .containsIgnoringCase("content-type: application/json")
                .containsIgnoringCase("x-request-id: req_")
                .contains("{\"error\":{\"message\":\"", "\"type\":\"invalid_request_error\"");
    }

    @ParameterizedTest
    @ValueSource(strings = {"/api/admin//models", "/api/admin/models;x=y", "/api/admin/models/%00"})
    void oneOfTheAdminApiIsToldInItsForm(String address) throws IOException {
        assertThat(raw("GET " + address + " HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n"))
                .startsWith("HTTP/1.1 400 ")
                .containsIgnoringCase("content-type: application/problem+json")
                .contains("\"detail\":\"The request has a part that is not taken here");
    }

    @Test
    void headersThatAreTooLargeAreTold() throws IOException {
        assertThat(raw("GET /v1/models HTTP/1.1\r\nHost: localhost\r\nX: " + "x".repeat(100_000) + "\r\n\r\n"))
                .startsWith("HTTP/1.1 431 ")
                .contains("The headers of the request are too large.");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
        /api/admin/nothing                                       | 404 | There is nothing at this address.
        /api/admin/policies/uncertainty/diff?from=x&to=1         | 400 | from must be a whole number.
        /api/admin/policies/uncertainty/diff?to=1                | 400 | from is missing.
        /api/admin/requests?text=%01                             | 400 | text must not have control characters
        /api/admin/audit?actor=%01                               | 400 | actor must not have control characters
        """)
    void theFrameworkIsNotHeardInTheAdminApi(String path, int status, String detail) throws Exception {
        AdminClient.Answer answer = admin.get(path);
        assertThat(answer.body().path("detail").asString()).isEqualTo(detail);
        assertThat(answer.status()).isEqualTo(status);
        assertThat(answer.contentType()).startsWith("application/problem+json");
    }

    @ParameterizedTest
    @ValueSource(strings = {"/api/admin/models/demo-small/load", "/api/admin/keys"})
    void aBodyThatIsNoJsonIsRefusedAlsoWhereItMayBeLeftOut(String path) throws Exception {
        AdminClient.Answer answer = admin.post(path, "a=b", "Content-Type", "application/x-www-form-urlencoded");
        assertThat(answer.status()).isEqualTo(415);
        assertThat(answer.body().path("detail").asString())
                .isEqualTo("The content type must be application/json, not application/x-www-form-urlencoded.");
    }

    @Test
    void aCompressedBodyIsRefused() throws Exception {
        AdminClient.Answer answer =
                admin.post("/api/admin/keys", "{}", "Content-Type", "application/json", "Content-Encoding", "gzip");
        assertThat(answer.status()).isEqualTo(415);
        assertThat(answer.body().path("detail").asString()).contains("without Content-Encoding");
    }

    @Test
    void aPolicyWithoutAConditionIsToldOfBoth() throws Exception {
        AdminClient.Answer answer = admin.put("/api/admin/policies/new-one", "{}", "Content-Type", "application/json");
        assertThat(answer.status()).isEqualTo(428);
        assertThat(answer.body().path("detail").asString()).contains("If-None-Match: *", "If-Match");
    }

    private static String raw(String request) throws IOException {
        try (Socket socket = new Socket(server.uri().getHost(), server.uri().getPort())) {
            socket.setSoTimeout(600_000);
            socket.getOutputStream().write(request.getBytes(StandardCharsets.ISO_8859_1));
            return new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        }
    }
}
