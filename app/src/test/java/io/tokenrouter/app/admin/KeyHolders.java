package io.tokenrouter.app.admin;

import static org.assertj.core.api.Assertions.assertThat;

import io.tokenrouter.app.fixtures.RunningServer;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** Makes keys as an administrator and uses them as clients do. */
final class KeyHolders implements AutoCloseable {

    private final RunningServer server;
    private final AdminClient admin;
    private final HttpClient http = HttpClient.newHttpClient();

    KeyHolders(RunningServer server) {
        this.server = server;
        this.admin = new AdminClient(server.uri(), server.adminToken());
    }

    AdminClient admin() {
        return admin;
    }

    /** Makes a key with a name of its own. */
    AdminClient.Answer make(String fields) throws Exception {
        return admin.post(
                "/api/admin/keys",
                "{\"name\": \"key " + UUID.randomUUID() + "\"" + (fields.isEmpty() ? "" : ", " + fields) + "}",
                "Content-Type",
                "application/json");
    }

    /** Makes a key and tells only the secret. */
    String secret(String fields) throws Exception {
        AdminClient.Answer made = make(fields);
        assertThat(made.status()).as(made.body().toString()).isEqualTo(201);
        return made.body().path("secret").stringValue();
    }

    /** @param secret null sends no key */
    HttpResponse<String> complete(@Nullable String secret, String model) throws Exception {
        return complete(secret, model, "\"max_tokens\": 2");
    }

    HttpResponse<String> complete(@Nullable String secret, String model, String fields) throws Exception {
        HttpRequest.Builder request = HttpRequest.newBuilder(server.uri().resolve("/v1/completions"))
                .header("Content-Type", "application/json")
                .POST(HttpRequest.BodyPublishers.ofString(
                        "{\"model\": \"" + model + "\", \"prompt\": \"Lena has 168 buttons.\", " + fields + "}"));
        if (secret != null) {
            request.header("Authorization", "Bearer " + secret);
        }
        return http.send(request.build(), HttpResponse.BodyHandlers.ofString());
    }

    /** Whatever an address without a key answers. */
    String look(String path) throws Exception {
        return http.send(
                        HttpRequest.newBuilder(server.uri().resolve(path)).build(),
                        HttpResponse.BodyHandlers.ofString())
                .body();
    }

    @Override
    public void close() {
        admin.close();
        http.shutdownNow();
    }
}
