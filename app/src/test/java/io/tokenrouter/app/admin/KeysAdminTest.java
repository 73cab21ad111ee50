package io.tokenrouter.app.admin;

import static org.assertj.core.api.Assertions.assertThat;

import io.tokenrouter.app.fixtures.RunningServer;
import io.tokenrouter.app.postgres.DatabaseLocation;
import java.net.http.HttpResponse;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.UUID;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.JsonNode;

/** Keys from the operator's hand to the client's request, on the whole server. */
class KeysAdminTest {

    @RegisterExtension
    static final RunningServer server = RunningServer.withKeys();

    private static KeyHolders keys;
    private static AdminClient admin;

    @BeforeAll
    static void connect() {
        keys = new KeyHolders(server);
        admin = keys.admin();
    }

    @AfterAll
    static void disconnect() {
        keys.close();
    }

    @Test
    void aKeyIsShownOnceAndOpensWhatItMayUse() throws Exception {
        AdminClient.Answer made =
                keys.make("\"models\": [\"demo\"], \"owner\": \"ann\", \"requests_per_minute\": 1000");
        assertThat(made.status()).isEqualTo(201);
        String secret = made.body().path("secret").stringValue();
        assertThat(secret).matches("tr-[0-9a-z]{52}");
        String path = "/api/admin/keys/" + made.body().path("key").path("id").stringValue();

        assertThat(keys.complete(secret, "demo").statusCode()).isEqualTo(200);
        assertThat(keys.complete(secret, "demo-small").statusCode()).isEqualTo(403);
        assertThat(keys.complete(secret, "nothing").statusCode()).isEqualTo(404);
        assertThat(keys.complete(null, "demo").statusCode())
                .as("the first key makes keys necessary")
                .isEqualTo(401);

        AdminClient.Answer told = admin.get(path);
        assertThat(told.etag()).isEqualTo("\"1\"");
        assertThat(told.body().toString())
                .contains("\"hint\":\"" + secret.substring(0, 7) + "\"", "\"owner\":\"ann\"", "\"state\":\"active\"")
                .doesNotContain(secret);
        assertThat(told.body().path("last_used_at").isNull()).isFalse();
        assertThat(admin.get("/api/admin/keys").body().toString()).doesNotContain(secret);
    }

    @Test
    void aChangeIsInForceAtOnceAndOverwritesNobodys() throws Exception {
        AdminClient.Answer made = keys.make("\"models\": [\"demo\"]");
        String secret = made.body().path("secret").stringValue();
        JsonNode key = made.body().path("key");
        String path = "/api/admin/keys/" + key.path("id").stringValue();
        String body = "{\"name\": \"%s\", \"models\": [\"demo-small\"]}"
                .formatted(key.path("name").stringValue());

        assertThat(admin.put(path, body, "Content-Type", "application/json").status())
                .isEqualTo(428);
        AdminClient.Answer changed = admin.put(path, body, "Content-Type", "application/json", "If-Match", "\"1\"");
        assertThat(changed.status()).as(changed.body().toString()).isEqualTo(200);
        assertThat(changed.etag()).isEqualTo("\"2\"");
        assertThat(keys.complete(secret, "demo").statusCode()).isEqualTo(403);
        assertThat(keys.complete(secret, "demo-small").statusCode()).isEqualTo(200);

        AdminClient.Answer stale = admin.put(path, body, "Content-Type", "application/json", "If-Match", "\"1\"");
        assertThat(stale.status()).isEqualTo(412);
        assertThat(stale.body().path("current_version").intValue()).isEqualTo(2);
    }

    @Test
    void aRevokedKeyEndsAtOnceStaysInTheListAndIsChangedNoMore() throws Exception {
        AdminClient.Answer made = keys.make("\"models\": [\"demo\"]");
        String secret = made.body().path("secret").stringValue();
        JsonNode key = made.body().path("key");
        String path = "/api/admin/keys/" + key.path("id").stringValue();
        assertThat(admin.delete(path).status()).isEqualTo(428);
        assertThat(admin.delete(path, "If-Match", "\"7\"").status()).isEqualTo(412);
        assertThat(keys.complete(secret, "demo").statusCode()).isEqualTo(200);

        AdminClient.Answer revoked = admin.delete(path, "If-Match", "\"1\"");
        assertThat(revoked.body().path("state").stringValue()).isEqualTo("revoked");
        HttpResponse<String> refused = keys.complete(secret, "demo");
        assertThat(refused.statusCode()).isEqualTo(401);
        assertThat(refused.body()).contains("revoked", "invalid_api_key").doesNotContain(secret);

        assertThat(admin.get(path).body().path("state").stringValue()).isEqualTo("revoked");
        assertThat(admin.delete(path, "If-Match", "*").status()).isEqualTo(409);
        AdminClient.Answer again = admin.post(
                "/api/admin/keys",
                "{\"name\": \"%s\"}".formatted(key.path("name").stringValue()),
                "Content-Type",
                "application/json");
        assertThat(again.status()).as("its name is free again").isEqualTo(201);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
                    name                | {"name": "x"}
                    name                | {"name": "a\\u0000b"}
                    name                | {"name": "a\\u202eb"}
                    name                | {"name": 7}
                    models              | {"name": "xx", "models": "demo"}
                    requests_per_minute | {"name": "xx", "requests_per_minute": 0}
                    requests_per_minute | {"name": "xx", "requests_per_minute": 1.5}
                    tokens_per_minute   | {"name": "xx", "tokens_per_minute": 1000000001}
                    models              | {"name": "xx", "models": ["demo", "nope"]}
                    expires_at          | {"name": "xx", "expires_at": "tomorrow"}
                    expires_at          | {"name": "xx", "expires_at": "2020-01-01T00:00:00Z"}
                    may_route           | {"name": "xx", "may_route": "yes"}
                    limit               | {"name": "xx", "limit": 5}
                    body                | []
                    """)
    void aWrongFieldIsNamed(String field, String body) throws Exception {
        AdminClient.Answer refused = admin.post("/api/admin/keys", body, "Content-Type", "application/json");
        assertThat(refused.status()).as(refused.body().toString()).isEqualTo(400);
        assertThat(refused.contentType()).isEqualTo("application/problem+json");
        assertThat(refused.body().path("field").stringValue()).isEqualTo(field);
    }

    @Test
    void twoKeysInUseNeverHaveOneName() throws Exception {
        AdminClient.Answer made = keys.make("");
        String name = made.body().path("key").path("name").stringValue();
        AdminClient.Answer refused = admin.post(
                "/api/admin/keys",
                "{\"name\": \"%s\"}".formatted(name.toUpperCase(Locale.ROOT)),
                "Content-Type",
                "application/json");
        assertThat(refused.status()).isEqualTo(400);
        assertThat(refused.body().path("detail").stringValue()).isEqualTo("name is the name of another key");
    }

    @Test
    void aKeyThatThereIsNotIsNotFound() throws Exception {
        assertThat(admin.get("/api/admin/keys/" + UUID.randomUUID()).status()).isEqualTo(404);
        assertThat(admin.get("/api/admin/keys/x").status()).isEqualTo(404);
        assertThat(admin.delete("/api/admin/keys/" + UUID.randomUUID(), "If-Match", "*")
                        .status())
                .isEqualTo(404);
    }

    @Test
    void whatIsChangedIsInTheAuditTrailWithoutTheKey() throws Exception {
        AdminClient.Answer made = keys.make("\"models\": [\"demo\"], \"reason\": \"for the trial\"");
        String secret = made.body().path("secret").stringValue();
        JsonNode key = made.body().path("key");
        admin.delete("/api/admin/keys/" + key.path("id").stringValue(), "If-Match", "*");

        DatabaseLocation location = server.server().database().location();
        try (Connection connection =
                        DriverManager.getConnection(location.jdbcUrl(), location.user(), location.password());
                PreparedStatement entries = connection.prepareStatement(
                        "SELECT action || ' ' || coalesce(reason, '') || ' ' || coalesce(after::text, '') AS entry"
                                + " FROM audit_entries WHERE subject = ? ORDER BY id")) {
            entries.setString(1, key.path("name").stringValue());
            List<String> found = new ArrayList<>();
            try (ResultSet rows = entries.executeQuery()) {
                while (rows.next()) {
                    found.add(rows.getString(1));
                }
            }
            assertThat(found).hasSize(2);
            assertThat(found.getFirst())
                    .startsWith("key.create for the trial")
                    .contains("\"models\": [\"demo\"]", secret.substring(0, 7));
            assertThat(found.getLast()).startsWith("key.revoke");
            assertThat(found.toString()).doesNotContain(secret.substring(7));
        }
    }

    @Test
    void whetherKeysAreAskedForIsASetting() throws Exception {
        keys.secret("");
        AdminClient.Answer asked = admin.get("/api/admin/api-access");
        assertThat(asked.body().path("keys_required").booleanValue()).isTrue();
        assertThat(asked.body().path("may_be_open").booleanValue()).isTrue();

        String open = "{\"keys_required\": false}";
        assertThat(access(open, "\"0\"").status()).isEqualTo(412);
        assertThat(keys.complete(null, "demo").statusCode()).isEqualTo(401);
        try {
            assertThat(access(open, asked.etag()).status()).isEqualTo(200);
            assertThat(keys.complete(null, "demo").statusCode()).isEqualTo(200);
            assertThat(keys.complete("unused", "demo").statusCode()).isEqualTo(200);
        } finally {
            access("{\"keys_required\": true}", "*");
        }
        assertThat(keys.complete(null, "demo").statusCode()).isEqualTo(401);
        assertThat(access("{\"keys_required\": 1}", "*").status()).isEqualTo(400);
    }

    private static AdminClient.Answer access(String body, String ifMatch) throws Exception {
        return admin.put("/api/admin/api-access", body, "Content-Type", "application/json", "If-Match", ifMatch);
    }

    @Test
    void aLimitIsHeldWithRetryAfter() throws Exception {
        String secret = keys.secret("\"models\": [\"demo\"], \"requests_per_minute\": 2");
        assertThat(keys.complete(secret, "demo").statusCode()).isEqualTo(200);
        assertThat(keys.complete(secret, "demo").statusCode()).isEqualTo(200);
        HttpResponse<String> limited = keys.complete(secret, "demo");
        // another place becomes free every half minute
        while (limited.statusCode() == 200) {
            limited = keys.complete(secret, "demo");
        }
        assertThat(limited.statusCode()).isEqualTo(429);
        assertThat(limited.body()).contains("rate_limit_exceeded", "2 requests a minute");
        assertThat(Integer.parseInt(limited.headers().firstValue("Retry-After").orElseThrow()))
                .isBetween(1, 30);
    }
}
