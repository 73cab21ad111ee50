package io.tokenrouter.app.admin;

import static org.assertj.core.api.Assertions.assertThat;

import io.tokenrouter.app.admin.AdminClient.Answer;
import io.tokenrouter.app.fixtures.RunningServer;
import java.net.http.HttpResponse;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Pairs of three models in a running server: proxy tuning over HTTP, and what becomes of the third model. */
class PairRolesTest {

    private static final String PROXY_TUNING =
            "{\"policy\": \"fuse\", \"options\": {\"weights\": \"large=1, small=1, base=-1\"}}";
    private static final String LARGE_ALONE =
            "{\"policy\": \"fuse\", \"options\": {\"weights\": \"large=1, small=0, base=0\"}}";

    @RegisterExtension
    static final RunningServer server = RunningServer.shared();

    private AdminClient admin;
    private RegistryClient registry;

    @BeforeEach
    void connect() throws Exception {
        admin = new AdminClient(server.uri(), server.adminToken());
        registry = new RegistryClient(server, admin);
    }

    @AfterEach
    void forgetWhatWasRegistered() throws Exception {
        registry.forgetAll();
        registry.close();
        admin.close();
    }

    private void serveTrio() throws Exception {
        registry.register("base", "twin-small.gguf", false);
        Answer made = registry.pair("trio", "demo-small", "demo-large", Map.of("base", "base"));
        assertThat(made.status()).as(made.body().toString()).isEqualTo(201);
        assertThat(made.body().path("roles").path("base").asString()).isEqualTo("base");
        registry.await("pairs", "trio", "serving"::equals);
    }

    private static JsonNode json(HttpResponse<String> answer) {
        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(200);
        return JsonMapper.shared().readTree(answer.body());
    }

    private static String text(JsonNode answer) {
        return answer.path("choices").path(0).path("message").path("content").asString();
    }

    /** What the small model adds its twin takes away again. */
    @Test
    void weightsOfThreeModelsThatCancelEachOtherGiveTheLargeModelsAnswer() throws Exception {
        serveTrio();
        String large = text(json(registry.answer("demo-large", "")));
        assertThat(large).isNotEmpty();
        for (String routing : new String[] {PROXY_TUNING, LARGE_ALONE}) {
            JsonNode answer = json(registry.answer("trio", routing));
            assertThat(text(answer)).isEqualTo(large);
            assertThat(answer.path("usage").path("completion_tokens").asInt()).isPositive();
        }
        assertThat(admin.get("/api/admin/pairs/trio")
                        .body()
                        .path("fit")
                        .path("checks")
                        .valueStream())
                .extracting(check -> check.path("name").asString())
                .contains("Role base");
    }

    @Test
    void aPolicyThatNamesARoleWhichThePairLacksIsRefusedWithThoseThatItHas() throws Exception {
        HttpResponse<String> refused = registry.answer("demo", PROXY_TUNING);
        assertThat(refused.statusCode()).isEqualTo(400);
        assertThat(refused.body())
                .contains("needs a model in the role 'base'")
                .contains("the roles of 'demo' are small, large");
    }

    @Test
    void theThirdModelBelongsToThePairUntilThatIsGone() throws Exception {
        serveTrio();
        assertThat(admin.post("/api/admin/models/base/unload", "{}", RegistryClient.JSON)
                        .status())
                .isEqualTo(409);
        Answer kept = admin.delete("/api/admin/models/base", "If-Match", "*");
        assertThat(kept.status()).isEqualTo(409);
        assertThat(kept.body().path("detail").asString()).contains("belongs to trio");

        admin.post("/api/admin/pairs/trio/drain", "{\"patience_seconds\": 0}", RegistryClient.JSON);
        registry.await("pairs", "trio", "unloaded"::equals);
        registry.await("models", "base", "unloaded"::equals);
        assertThat(registry.answer("trio", "").statusCode()).isEqualTo(404);
        assertThat(registry.answer("demo", "").statusCode()).isEqualTo(200);

        admin.post("/api/admin/pairs/trio/load", "{}", RegistryClient.JSON);
        registry.await("pairs", "trio", "serving"::equals);
        assertThat(registry.answer("trio", PROXY_TUNING).statusCode()).isEqualTo(200);
    }

    @Test
    void rolesThatMeanNothingAreRefused() throws Exception {
        registry.register("base", "twin-small.gguf", false);
        refused(Map.of("Base", "base"), "lower-case letters");
        refused(Map.of("large", "base"), "neither small nor large");
        refused(Map.of("", "base"), "lower-case letters");
        refused(Map.of("base", "nobody"), "There is no model 'nobody'");
        refused(Map.of("base", "demo-large"), "has another role");
        refused(Map.of("a", "base", "b", "base"), "has another role");
        refused(Map.of("a", "1", "b", "2", "c", "3", "d", "4", "e", "5"), "at most 4");
        Answer noText = admin.post(
                "/api/admin/pairs",
                "{\"id\": \"trio\", \"small\": \"demo-small\", \"large\": \"demo-large\", \"roles\": {\"base\": 7}}",
                RegistryClient.JSON);
        assertThat(noText.status()).isEqualTo(400);
        assertThat(admin.get("/api/admin/pairs/trio").status()).isEqualTo(404);
    }

    private void refused(Map<String, String> roles, String why) throws Exception {
        Answer answer = registry.pair("trio", "demo-small", "demo-large", roles);
        assertThat(answer.status()).as(roles.toString()).isEqualTo(400);
        assertThat(answer.body().path("field").asString()).isEqualTo("roles");
        assertThat(answer.body().path("detail").asString()).contains(why);
    }
}
