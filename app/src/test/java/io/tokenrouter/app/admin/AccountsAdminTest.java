package io.tokenrouter.app.admin;

import static org.assertj.core.api.Assertions.assertThat;

import io.tokenrouter.app.fixtures.RunningServer;
import io.tokenrouter.app.fixtures.SignIn;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;

/** People, one's own session and the audit trail through the admin API. */
class AccountsAdminTest {

    private static final String ACCOUNTS = "/api/admin/accounts";
    private static final String JSON = "application/json";

    @RegisterExtension
    static final RunningServer server = RunningServer.shared();

    private AdminClient admin;

    @BeforeEach
    void connect() {
        admin = new AdminClient(server.uri(), server.adminToken());
    }

    @AfterEach
    void disconnect() {
        admin.close();
    }

    @Test
    void somebodyIsAddedPromotedAndDisabled() throws Exception {
        AdminClient.Answer made =
                admin.post(ACCOUNTS, "{\"name\": \"api-ann\", \"role\": \"viewer\"}", "Content-Type", JSON);
        assertThat(made.status()).isEqualTo(201);
        String oneTime = made.body().path("one_time_password").stringValue();
        assertThat(admin.post(ACCOUNTS, "{\"name\": \"api-ann\", \"role\": \"viewer\"}", "Content-Type", JSON)
                        .status())
                .as("once more")
                .isEqualTo(409);
        String session = SignIn.choose(server.uri(), "api-ann", oneTime, "a password of ann");

        AdminClient.Answer seen = admin.get(ACCOUNTS + "/api-ann");
        assertThat(seen.body().path("must_change_password").booleanValue()).isFalse();
        assertThat(seen.body().path("last_sign_in_at").isNull()).isFalse();
        assertThat(change("api-ann", "{\"role\": \"operator\"}", "\"0\"").status())
                .isEqualTo(412);
        AdminClient.Answer promoted =
                change("api-ann", "{\"role\": \"operator\", \"reason\": \"knows it\"}", seen.etag());
        assertThat(promoted.body().path("role").stringValue()).isEqualTo("operator");
        try (AdminClient ann = new AdminClient(server.uri(), session)) {
            assertThat(ann.get("/api/admin/session").status())
                    .as("the session that had the old role")
                    .isEqualTo(401);
        }

        assertThat(change("api-ann", "{\"disabled\": true}", promoted.etag()).status())
                .isEqualTo(200);
        JsonNode entries =
                admin.get("/api/admin/audit?topic=account&text=api-ann").body();
        assertThat(entries.path("total").intValue()).isEqualTo(4);
        assertThat(entries.path("entries")
                        .path(0)
                        .path("after")
                        .path("disabled")
                        .booleanValue())
                .isTrue();
        assertThat(entries.path("entries").path(1).path("reason").stringValue()).isEqualTo("knows it");
        assertThat(entries.toString()).doesNotContain(oneTime, "a password of ann");
    }

    @Test
    void everyChangeOfBatchingIsInTheAuditTrail() throws Exception {
        admin.pin("demo", "*", "{\"mode\": \"pinned\", \"policy\": \"greedy\", \"reason\": \"to see its effect\"}");
        admin.pin("demo", "*", "{\"mode\": \"self-tuned\"}");

        JsonNode entries =
                admin.get("/api/admin/audit?topic=batching&limit=2").body().path("entries");
        assertThat(entries.path(1).path("action").stringValue()).isEqualTo("batching.pin");
        assertThat(entries.path(1).path("actor").stringValue()).isEqualTo("admin");
        assertThat(entries.path(1).path("origin").stringValue()).isEqualTo("api, 127.0.0.1");
        assertThat(entries.path(1).path("after").path("policy").stringValue()).isEqualTo("greedy");
        assertThat(entries.path(1).path("reason").stringValue()).isEqualTo("to see its effect");
        assertThat(entries.path(0).path("before")).isEqualTo(entries.path(1).path("after"));
        assertThat(entries.path(0).path("after").path("mode").stringValue()).isEqualTo("self-tuned");
    }

    @Test
    void theTrailIsAFileAsWell() throws Exception {
        try (HttpClient http = HttpClient.newHttpClient()) {
            HttpResponse<String> csv = http.send(
                    HttpRequest.newBuilder(server.uri().resolve("/api/admin/audit.csv?actor=server"))
                            .header("Authorization", "Bearer " + server.adminToken())
                            .build(),
                    HttpResponse.BodyHandlers.ofString());

            assertThat(csv.headers().firstValue("Content-Disposition")).hasValue("attachment; filename=\"audit.csv\"");
            assertThat(csv.body())
                    .startsWith("id,time,actor,origin,action,subject,before,after,reason\r\n")
                    .contains(",server,start,account.create,admin,", "first start\r\n");
        }
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
                    from  | from=yesterday
                    to    | to=2026-13-01
                    to    | to=10000-01-01
                    from  | from=1969-12-31
                    topic | topic=nope
                    topik | topik=account
                    limit | limit=0
                    limit | limit=1001
                    """)
    void aFilterThatIsNoneIsRefused(String field, String query) throws Exception {
        AdminClient.Answer refused = admin.get("/api/admin/audit?" + query);
        assertThat(refused.status()).isEqualTo(400);
        assertThat(refused.body().path("field").stringValue()).isEqualTo(field);
    }

    @ParameterizedTest
    @ValueSource(strings = {"from=1970-01-01&to=9999-12-31", "from=1970-01-01T00:00:00Z&to=9999-12-31T23:59:59Z"})
    void theWholeRangeOfTimesIsTaken(String query) throws Exception {
        AdminClient.Answer all = admin.get("/api/admin/audit?" + query);
        assertThat(all.status()).isEqualTo(200);
        assertThat(all.body().path("total"))
                .isEqualTo(admin.get("/api/admin/audit").body().path("total"));
    }

    @Test
    void anActorWhomNobodyKnowsIsRefusedWithThoseWhoAreKnown() throws Exception {
        AdminClient.Answer refused = admin.get("/api/admin/audit?actor=nope");
        assertThat(refused.status()).isEqualTo(404);
        assertThat(refused.body().path("known").toString())
                .contains("\"server\"")
                .doesNotContain("nope");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
                    name | {"name": "A B", "role": "viewer"}
                    name | {"role": "viewer"}
                    role | {"name": "somebody", "role": "owner"}
                    role | {"name": "somebody"}
                    x    | {"name": "somebody", "role": "viewer", "x": 1}
                    """)
    void anAccountThatIsNoneIsRefused(String field, String body) throws Exception {
        AdminClient.Answer refused = admin.post(ACCOUNTS, body, "Content-Type", JSON);
        assertThat(refused.status()).isEqualTo(400);
        assertThat(refused.body().path("field").stringValue()).isEqualTo(field);
    }

    @Test
    void aSessionSaysWhoseItIsAndEnds() throws Exception {
        String token = SignIn.token(server.uri(), "admin", SignIn.PASSWORD);
        try (AdminClient other = new AdminClient(server.uri(), token)) {
            assertThat(other.get("/api/admin/session").body().path("name").stringValue())
                    .isEqualTo("admin");
            assertThat(other.delete("/api/admin/session").status()).isEqualTo(204);
            assertThat(other.get("/api/admin/session").status()).isEqualTo(401);
        }
    }

    private AdminClient.Answer change(String name, String body, String ifMatch) throws Exception {
        return admin.patch(ACCOUNTS + "/" + name, body, "Content-Type", JSON, "If-Match", ifMatch);
    }
}
