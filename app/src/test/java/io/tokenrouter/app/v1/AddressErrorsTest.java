package io.tokenrouter.app.v1;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.http.HttpMethod;
import org.springframework.http.MediaType;

/** Requests to the wrong address, in the wrong way. */
class AddressErrorsTest {

    @RegisterExtension
    static final ScriptedApi api = new ScriptedApi();

    @Test
    void anotherContentTypeIs415() {
        api.client()
                .post()
                .uri("/v1/chat/completions")
                .contentType(MediaType.APPLICATION_FORM_URLENCODED)
                .bodyValue("model=duo")
                .exchange()
                .expectStatus()
                .isEqualTo(415)
                .expectBody()
                .jsonPath("$.error.message")
                .value(String.class, message -> assertThat(message).contains("application/json"));
    }

    @Test
    void anotherMethodIs405() {
        api.client()
                .get()
                .uri("/v1/chat/completions")
                .exchange()
                .expectStatus()
                .isEqualTo(405)
                .expectHeader()
                .valueEquals("Allow", "POST")
                .expectBody()
                .jsonPath("$.error.type")
                .isEqualTo("invalid_request_error");
    }

    @Test
    void anUnknownPathIs404() {
        api.client()
                .get()
                .uri("/v1/embeddings/nothing")
                .exchange()
                .expectStatus()
                .isNotFound()
                .expectHeader()
                .contentType(MediaType.APPLICATION_JSON)
                .expectBody()
                .jsonPath("$.error.type")
                .isEqualTo("invalid_request_error");
    }

    @Test
    void anUnknownModelIs404() {
        api.post("/v1/chat/completions", "{\"model\": \"gpt-9\", \"messages\": []}")
                .expectStatus()
                .isNotFound()
                .expectBody()
                .jsonPath("$.error.code")
                .isEqualTo("model_not_found")
                .jsonPath("$.error.param")
                .isEqualTo("model");
        api.client()
                .get()
                .uri("/v1/models/gpt-9")
                .exchange()
                .expectStatus()
                .isNotFound()
                .expectBody()
                .jsonPath("$.error.code")
                .isEqualTo("model_not_found");
    }

    @ParameterizedTest(name = "{0} {1}")
    @CsvSource({
        "GET,    /v1,                          404",
        "GET,    /v1/,                         404",
        "DELETE, /v1/models,                   405",
        "GET,    /v1/models/none/of/these,     404",
        "GET,    /nothing,                     404",
        "GET,    /nothing.html,                404",
        "GET,    /assets/x/y.css,              404",
        "GET,    /assets/../application.yaml,  404",
        "GET,    /actuator/nothing,            404",
        "GET,    /actuator/health/nothing,     404",
        "POST,   /actuator/health,             405",
        "GET,    /actuator/env,                404",
        "POST,   /health,                      405"
    })
    void everyAddressAnswersErrorsInTheSameForm(String method, String path, int status) {
        api.client()
                .method(HttpMethod.valueOf(method))
                .uri(path)
                .exchange()
                .expectStatus()
                .isEqualTo(status)
                .expectHeader()
                .contentType(MediaType.APPLICATION_JSON)
                .expectHeader()
                .exists("x-request-id")
                .expectBody()
                .jsonPath("$.error.type")
                .isEqualTo("invalid_request_error")
                .jsonPath("$.error.message")
                .isNotEmpty()
                .jsonPath("$.length()")
                .isEqualTo(1);
    }

    @Test
    void healthIsToldWhateverIsAccepted() {
        api.client()
                .get()
                .uri("/health")
                .accept(MediaType.TEXT_PLAIN)
                .exchange()
                .expectStatus()
                .isOk()
                .expectBody()
                .jsonPath("$.status")
                .isEqualTo("ok");
    }

    @Test
    void anAcceptHeaderThatIsNoneHurtsNobody() {
        api.client()
                .get()
                .uri("/nothing")
                .header("Accept", "no media type at all")
                .exchange()
                .expectStatus()
                .isNotFound()
                .expectBody()
                .jsonPath("$.error.message")
                .isEqualTo("There is nothing at this address.");
    }

    @Test
    void aContentTypeThatIsNoneIs415() throws Exception {
        try (HttpClient http = HttpClient.newHttpClient()) {
            HttpResponse<String> answer = http.send(
                    HttpRequest.newBuilder(URI.create(api.server().url() + "/v1/chat/completions"))
                            .header("Content-Type", "what/ever/this is")
                            .POST(HttpRequest.BodyPublishers.ofString("{}"))
                            .build(),
                    HttpResponse.BodyHandlers.ofString());

            assertThat(answer.statusCode()).isEqualTo(415);
            assertThat(answer.body()).contains("The content type must be application/json.\"");
        }
    }

    @Test
    void twoHostHeadersAreRefused() throws IOException {
        assertThat(raw("GET /v1/models HTTP/1.1\r\nHost: localhost\r\nHost: elsewhere\r\nConnection: close\r\n\r\n"))
                .startsWith("HTTP/1.1 403");
        assertThat(raw("GET /v1/models HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n"))
                .startsWith("HTTP/1.1 200");
    }

    @Test
    @ExtendWith(OutputCaptureExtension.class)
    void whatIsNoHttpIsRefusedAndFillsNoLog(CapturedOutput log) throws IOException {
        assertThat(raw("POST /v1/completions HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
                        + "Transfer-Encoding: chunked\r\nConnection: close\r\n\r\nZZ\r\nabc\r\n"))
                .startsWith("HTTP/1.1 400");
        assertThat(raw("GET /%zz HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n"))
                .startsWith("HTTP/1.1 400");
        assertThat(raw("\u0016\u0003\u0001\u0002\r\n\r\n")).startsWith("HTTP/1.1 400");
        assertThat(log).doesNotContain("ERROR");
    }

    @Test
    @ExtendWith(OutputCaptureExtension.class)
    void aClientThatBreaksOffInTheMiddleOfItsBodyFillsNoLog(CapturedOutput log) throws IOException {
        for (int i = 0; i < 20; i++) {
            try (Socket socket = new Socket("127.0.0.1", api.server().port())) {
                socket.getOutputStream()
                        .write(
                                "POST /v1/completions HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 100\r\n\r\n{"
                                        .getBytes(StandardCharsets.ISO_8859_1));
                // every other one resets the connection instead of closing it
                socket.setSoLinger(i % 2 == 0, 0);
            }
            assertThat(raw("GET /v1/models HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n"))
                    .startsWith("HTTP/1.1 200");
        }
        assertThat(log).doesNotContain("ERROR");
    }

    private static String raw(String request) throws IOException {
        try (Socket socket = new Socket("127.0.0.1", api.server().port())) {
            socket.setSoTimeout(600_000);
            socket.getOutputStream().write(request.getBytes(StandardCharsets.ISO_8859_1));
            return new String(socket.getInputStream().readAllBytes(), StandardCharsets.ISO_8859_1);
        }
    }
}
