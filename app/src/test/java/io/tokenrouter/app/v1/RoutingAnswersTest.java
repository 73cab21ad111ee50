package io.tokenrouter.app.v1;

import static org.assertj.core.api.Assertions.assertThat;

import io.tokenrouter.engine.api.PolicySpec;
import io.tokenrouter.engine.api.TokenEvent;
import io.tokenrouter.engine.fixtures.Script;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import tools.jackson.databind.JsonNode;

/** What answers tell of who wrote them, and how a request says who shall. */
class RoutingAnswersTest {

    @RegisterExtension
    static final ScriptedApi api = new ScriptedApi();

    @Test
    void aPairAlwaysTellsItsRouting() {
        JsonNode routing = api.chat(request -> Scripts.sum(), "duo", "").path("routing");

        assertThat(routing.toString())
                .isEqualTo("{\"pair\":\"duo\",\"policy\":\"everyday\",\"policy_version\":3,\"threshold\":0.2,"
                        + "\"small\":\"small\",\"large\":\"large\",\"completion_tokens\":{\"small\":5,\"large\":1},"
                        + "\"large_share\":0.166667,\"switches\":2,\"catch_up_tokens\":{\"small\":0,\"large\":0},"
                        + "\"kept_caches\":{\"returns\":0,\"saved_tokens\":{},\"recomputed_tokens\":{},"
                        + "\"block_seconds\":{}}}");
    }

    @Test
    void aSingleModelTellsItOnlyWithATrace() {
        assertThat(api.chat(request -> Scripts.says("x"), "small", "").has("routing"))
                .isFalse();
        assertThat(api.chat(request -> Scripts.says("x"), "small", ", \"routing\": {\"trace\": true}")
                        .path("routing")
                        .path("completion_tokens")
                        .toString())
                .isEqualTo("{\"small\":2}");
    }

    @Test
    void theTraceHasEveryTokenInOrder() {
        JsonNode trace = api.chat(request -> Scripts.sum(), "duo", ", \"routing\": {\"trace\": true}")
                .path("choices")
                .get(0)
                .path("trace");

        assertThat(trace.size()).isEqualTo(6);
        assertThat(trace.get(0).toString())
                .isEqualTo(
                        "{\"id\":49,\"text\":\"1\",\"bytes\":[49],\"writer\":\"small\",\"entropy\":0.1,\"logprob\":-0.5}");
        assertThat(trace.get(4).toString())
                .isEqualTo(
                        "{\"id\":50,\"text\":\"2\",\"bytes\":[50],\"writer\":\"large\",\"entropy\":1.5,\"logprob\":-0.5,"
                                + "\"proposed\":{\"id\":51,\"text\":\"3\",\"writer\":\"small\",\"entropy\":1.5}}");
        assertThat(trace.get(5).path("id").intValue()).isEqualTo(LetterTokenizer.END);
        assertThat(trace.get(5).path("text").stringValue()).isEmpty();
    }

    @Test
    void whatWasNotComputedIsAbsentFromTheTrace() {
        Script script = Script.start()
                .token(new TokenEvent.Token(0, 'x', null, Float.NaN, Float.NaN, null, new int[0], new float[0]))
                .stopAt("x");
        JsonNode entry = api.chat(request -> script, "duo", ", \"routing\": {\"trace\": true}")
                .path("choices")
                .get(0)
                .path("trace")
                .get(0);

        assertThat(entry.toString()).isEqualTo("{\"id\":120,\"text\":\"x\",\"bytes\":[120]}");
    }

    @Test
    void aChatBringsTheConversationInTheTemplateOfEachModelWhereItsPolicyShowsItSo() {
        api.chat(request -> Scripts.sum(), "duo", "");
        assertThat(api.asked().renderings()).isEmpty();

        String routing = ", \"routing\": {\"policy\": \"fuse\", \"options\": {\"ownTemplates\": true}}";
        api.chat(request -> Scripts.sum(), "duo", routing);
        assertThat(api.asked().renderings()).containsOnlyKeys("small", "large");
        assertThat(api.asked().renderings().values()).containsOnly(api.asked().promptIds());

        api.chat(request -> Scripts.says("x"), "small", "");
        assertThat(api.asked().renderings()).isEmpty();
    }

    @Test
    void aRequestOverridesThePolicyOfItsPair() {
        JsonNode threshold = api.chat(request -> Scripts.sum(), "duo", ", \"routing\": {\"threshold\": 0.7}");
        assertThat(api.asked().policy())
                .isEqualTo(new PolicySpec("uncertainty", Map.of("metric", "entropy", "enter", 0.7)));
        assertThat(threshold.path("routing").path("policy").stringValue()).isEqualTo("everyday");
        assertThat(threshold.path("routing").path("threshold").doubleValue()).isEqualTo(0.7);

        JsonNode named = api.chat(request -> Scripts.sum(), "duo", ", \"routing\": {\"policy\": \"careful\"}");
        assertThat(api.asked().policy()).isEqualTo(Catalogs.CAREFUL.spec());
        assertThat(named.path("routing").path("policy").stringValue()).isEqualTo("careful");
        assertThat(named.path("routing").path("policy_version").intValue()).isEqualTo(2);

        JsonNode builtin = api.chat(
                request -> Scripts.sum(),
                "duo",
                ", \"routing\": {\"policy\": \"fixed\", \"options\": {\"role\": \"small\"}}");
        assertThat(api.asked().policy()).isEqualTo(new PolicySpec("fixed", Map.of("role", "small")));
        assertThat(builtin.path("routing").path("policy_version").intValue()).isZero();
        assertThat(builtin.path("routing").has("threshold")).isFalse();
    }
}
