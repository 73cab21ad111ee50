package io.tokenrouter.app.admin;

import static org.assertj.core.api.Assertions.assertThat;

import io.tokenrouter.app.fixtures.RunningServer;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.Socket;
import java.net.SocketException;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Headers that no client sends, on a bare socket: refused, with no harm to whoever comes next. */
class HostileKeysTest {

    private static final int PATIENCE_MILLIS = 600_000;

    @RegisterExtension
    static final RunningServer server = RunningServer.withKeys();

    private static KeyHolders keys;
    private static String secret;

    @BeforeAll
    static void connect() throws Exception {
        keys = new KeyHolders(server);
        secret = keys.secret("\"models\": [\"demo\"]");
    }

    @AfterAll
    static void disconnect() {
        keys.close();
    }

    static String[] hostile() {
        return new String[] {
            "Authorization: Bearer " + "x".repeat(200_000) + "\r\n",
            "Authorization: Bearer SECRET\r\n".repeat(2),
            "Authorization: Bearer wrong\r\n".repeat(500),
            "Authorization: Bearer SEC\u0001RET\r\n",
            "Authorization: Bearer SECRET\u0000\r\n",
            "Authorization: Bearer SECRET, Bearer SECRET\r\n",
            "Authorization: Basic SECRET\r\n",
            "Authorization: SECRET\r\n",
            "Authorization:\r\n",
            "Authorization: Bearer \u00e4\u00f6\u00fc\r\n",
            "X-Api-Key: SECRET\r\n",
            "Cookie: tokenrouter_session=SECRET\r\n"
        };
    }

    @ParameterizedTest
    @MethodSource("hostile")
    void whatIsNoKeyIsRefusedAndHurtsNobodyElse(String headers) throws Exception {
        assertThat(status("GET", "/v1/models", headers.replace("SECRET", secret)))
                .isIn(400, 401, 431);
        assertThat(keys.complete(secret, "demo").statusCode()).isEqualTo(200);
    }

    @Test
    void aKeyInTheAddressIsNone() throws Exception {
        assertThat(status("GET", "/v1/models?api_key=" + secret + "&key=" + secret, ""))
                .isEqualTo(401);
    }

    @ParameterizedTest
    @MethodSource("spellings")
    void noSpellingOfTheAddressGetsPast(String path) throws Exception {
        assertThat(status("GET", path, "")).isIn(400, 401, 404);
        assertThat(status("GET", path, "Accept: text/html\r\n"))
                .as("a browser that is signed in nowhere")
                .isIn(303, 400, 401, 404);
    }

    static String[] spellings() {
        return new String[] {
            "/v1/models",
            "/%76%31/models",
            "/v1;x=y/models",
            "/./v1/models",
            "/x/../v1/models",
            "//v1/models",
            "/v1//models",
            "/V1/models",
            "/v1/models/",
            "/v1%2fmodels"
        };
    }

    @Test
    void aSpellingOfTheAdminApiGetsNoFurtherThanTheAddressItself() throws Exception {
        for (String path :
                new String[] {"/api/admin/keys", "/%61pi/admin/keys", "/api;a=b/admin/keys", "/api/admin/keys/"}) {
            assertThat(status("GET", path, "")).as(path).isIn(400, 401, 404);
            assertThat(status("POST", path, "Content-Type: application/json\r\nContent-Length: 2\r\n"))
                    .as(path)
                    .isIn(400, 401, 403, 404, 405);
        }
    }

    private static int status(String method, String path, String headers) throws IOException {
        try (Socket socket = new Socket(server.uri().getHost(), server.uri().getPort())) {
            socket.setSoTimeout(PATIENCE_MILLIS);
            socket.getOutputStream()
                    .write((method + " " + path + " HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n" + headers
                                    + "\r\n" + (method.equals("POST") ? "{}" : ""))
                            .getBytes(StandardCharsets.ISO_8859_1));
            String line = new BufferedReader(new InputStreamReader(socket.getInputStream(), StandardCharsets.US_ASCII))
                    .readLine();
            assertThat(line).isNotNull();
            return Integer.parseInt(line.split(" ")[1]);
        } catch (SocketException lost) {
            // the server does not read on what is too large, and closing may overtake its answer
            assertThat(headers).hasSizeGreaterThan(8192);
            return 431;
        }
    }
}
