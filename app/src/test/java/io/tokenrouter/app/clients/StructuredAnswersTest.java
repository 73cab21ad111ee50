package io.tokenrouter.app.clients;

import static org.assertj.core.api.Assertions.assertThat;

import io.tokenrouter.app.fixtures.RunningServer;
import io.tokenrouter.engine.grammar.SchemaOracle;
import java.io.IOException;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Models that know nothing of JSON answer by a schema. */
class StructuredAnswersTest {

    private static final String SCHEMA = """
        {"type": "object", "properties": {
          "who": {"type": "string", "minLength": 2, "maxLength": 9},
          "left": {"type": "integer"},
          "kind": {"enum": ["beads", "buttons", "größer"]},
          "steps": {"type": "array", "items": {"type": "object", "properties": {"sum": {"type": "number"}},
                    "required": ["sum"]}, "minItems": 1, "maxItems": 2}},
         "required": ["who", "left", "kind", "steps"], "additionalProperties": false}\
        """;

    private static final JsonMapper JSON = JsonMapper.builder().build();

    @RegisterExtension
    static final RunningServer server = RunningServer.shared();

    private final HttpClient http = HttpClient.newHttpClient();

    @ParameterizedTest
    @ValueSource(
            strings = {
                "'model': 'demo-small', 'temperature': 0",
                "'model': 'demo-large', 'temperature': 2, 'seed': 4, 'n': 3",
                "'model': 'demo', 'temperature': 0, 'logprobs': true, 'top_logprobs': 3",
                "'model': 'demo', 'temperature': 1.5, 'seed': 3, 'n': 4, 'routing': {'policy': 'random', 'trace':"
                        + " true}",
                "'model': 'demo', 'seed': 2, 'routing': {'options': {'mode': 'switch', 'enter': 0.5, 'exit': 0.2}}",
                "'model': 'demo', 'seed': 1, 'top_k': 5, 'top_p': 0.9, 'min_p': 0.1, 'frequency_penalty': 1.5,"
                        + " 'repetition_penalty': 1.3, 'logit_bias': {'5': 100, '6': -100}",
            })
    void everyAnswerIsValidToTheSchema(String fields) throws Exception {
        JsonNode answer = ask(fields.replace('\'', '"'));
        assertThat(answer.path("choices")).isNotEmpty().allSatisfy(choice -> {
            String document = choice.at("/message/content").stringValue();
            assertThat(choice.path("finish_reason").stringValue()).as(document).isEqualTo("stop");
            assertThat(SchemaOracle.faults(JSON.readValue(SCHEMA, Object.class), document))
                    .as(document)
                    .isEmpty();
        });
    }

    @Test
    void aStreamedAnswerIsTheSameText() throws Exception {
        String fields = "\"model\": \"demo\", \"seed\": 11, \"temperature\": 1";
        String whole = ask(fields).at("/choices/0/message/content").stringValue();
        StringBuilder streamed = new StringBuilder();
        post(fields + ", \"stream\": true")
                .lines()
                .filter(line -> line.startsWith("data: {"))
                .map(line -> JSON.readTree(line.substring("data: ".length())))
                .forEach(chunk ->
                        streamed.append(chunk.at("/choices/0/delta/content").asString("")));
        assertThat(streamed.toString()).isEqualTo(whole);
    }

    @Test
    void anAnswerThatRunsOutOfTokensOrMeetsAStopStringSaysSo() throws Exception {
        JsonNode cut = ask("\"model\": \"demo\", \"max_tokens\": 5").at("/choices/0");
        assertThat(cut.path("finish_reason").stringValue()).isEqualTo("length");
        assertThat(cut.at("/message/content").stringValue()).startsWith("{\"w");
        JsonNode stopped = ask("\"model\": \"demo\", \"stop\": [\"who\"]").at("/choices/0");
        assertThat(stopped.path("finish_reason").stringValue()).isEqualTo("stop");
        assertThat(stopped.path("stop_reason").stringValue()).isEqualTo("who");
        assertThat(stopped.at("/message/content").stringValue()).isEqualTo("{\"");
    }

    private JsonNode ask(String fields) throws IOException, InterruptedException {
        return JSON.readTree(post(fields));
    }

    private String post(String fields) throws IOException, InterruptedException {
        String body = "{\"messages\": [{\"role\": \"user\", \"content\": \"How many beads?\"}], \"response_format\":"
                + " {\"type\": \"json_schema\", \"json_schema\": {\"name\": \"x\", \"schema\": " + SCHEMA + "}}, "
                + fields
                + "}";
        HttpResponse<String> answer = http.send(
                HttpRequest.newBuilder(server.uri().resolve("/v1/chat/completions"))
                        .header("content-type", "application/json")
                        .POST(HttpRequest.BodyPublishers.ofString(body))
                        .build(),
                HttpResponse.BodyHandlers.ofString());
        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(200);
        return answer.body();
    }
}
