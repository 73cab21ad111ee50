package io.tokenrouter.app.clients;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.tokenrouter.app.Startup;
import io.tokenrouter.app.TokenRouterServer;
import io.tokenrouter.app.cli.ModelOption;
import io.tokenrouter.app.cli.PairOption;
import io.tokenrouter.app.fixtures.GgufEdit;
import io.tokenrouter.app.fixtures.RunningServer;
import io.tokenrouter.app.fixtures.TestFolders;
import io.tokenrouter.engine.grammar.SchemaOracle;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Files whose models know nothing of tools, but whose template does, are made to call them, over HTTP. */
class ToolCallsTest {

    private static final JsonMapper JSON = JsonMapper.builder().build();

    /** As Qwen2.5 has it, in the markers of the demo pair. */
    private static final String TEMPLATE = """
        {%- if tools %}{{- '<|system|># Tools\\n<tools>' }}{%- for tool in tools %}{{- '\\n' + (tool | tojson) }}{%- endfor %}
        {{- '</tools>\\n<tool_call>\\n{"name": <function-name>, "arguments": <args-json-object>}\\n</tool_call><|end|>' }}{%- endif %}
        {%- for m in messages %}{{- '<|' + ('user' if m.role == 'tool' else m.role) + '|>' + m.content }}
        {%- for call in m.tool_calls or [] %}{{- '<tool_call>\\n{"name": "' + call.function.name + '", "arguments": ' + (call.function.arguments | tojson) + '}\\n</tool_call>' }}{%- endfor %}
        {{- '<|end|>' }}{%- endfor %}
        {%- if add_generation_prompt %}{{- '<|assistant|>' }}{%- endif %}\
        """;

    private static final String PARAMETERS = """
        {"type": "object", "properties": {"who": {"type": "string", "minLength": 2, "maxLength": 9},
         "left": {"type": "integer"}, "kind": {"enum": ["beads", "größer", "</tool_call>"]}},
         "required": ["who", "kind"], "additionalProperties": false}\
        """;

    private static final String TOOLS = "\"tools\": [{\"type\": \"function\", \"function\": {\"name\": \"count\","
            + " \"parameters\": " + PARAMETERS + "}}, {\"type\": \"function\", \"function\": {\"name\": \"now\"}}]";

    private static final String PLAIN = "\"model\": \"callers\", \"temperature\": 1, \"seed\": 5, \"max_tokens\": 60";

    @TempDir
    static Path folder;

    private static TokenRouterServer server;

    private final HttpClient http = HttpClient.newHttpClient();

    @BeforeAll
    static void start() throws Exception {
        Path models = TestFolders.repository().resolve("models/demo");
        for (String size : List.of("small", "large")) {
            GgufEdit.copy(models.resolve("demo-" + size + ".gguf"), folder.resolve(size + ".gguf"), TEMPLATE, 2048);
        }
        server = TokenRouterServer.start(
                RunningServer.options(
                        folder.resolve("data"),
                        List.of(
                                new ModelOption("caller", folder.resolve("small.gguf")),
                                new ModelOption("caller-large", folder.resolve("large.gguf"))),
                        List.of(new PairOption("callers", "caller", "caller-large"))),
                new Startup(line -> {}));
    }

    @AfterAll
    static void stop() {
        server.close();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "'model': 'caller', 'temperature': 0, 'tool_choice': 'required', 'parallel_tool_calls': false",
                "'model': 'caller-large', 'seed': 3, 'n': 3, 'tool_choice': {'type': 'function', 'function': {'name':"
                        + " 'count'}}",
                "'model': 'callers', 'seed': 4, 'n': 2, 'tool_choice': 'required', 'routing': {'policy': 'random'}",
            })
    void forcedAnswersAreCallsWithValidArguments(String fields) throws Exception {
        JsonNode answer = JSON.readTree(post(TOOLS + ", " + fields.replace('\'', '"')));
        assertThat(answer.path("choices")).isNotEmpty().allSatisfy(choice -> {
            assertThat(choice.path("finish_reason").stringValue()).isEqualTo("tool_calls");
            assertThat(choice.at("/message/content").isNull()).isTrue();
            assertThat(choice.at("/message/tool_calls"))
                    .isNotEmpty()
                    .allSatisfy(call -> assertValid(
                            call.at("/function/name").stringValue(),
                            call.at("/function/arguments").stringValue()));
        });
    }

    @Test
    void aStreamedCallIsTheSame() throws Exception {
        String fields = TOOLS + ", \"model\": \"callers\", \"seed\": 9, \"tool_choice\": \"required\","
                + " \"parallel_tool_calls\": false";
        JsonNode whole = JSON.readTree(post(fields)).at("/choices/0/message/tool_calls/0/function");
        StringBuilder name = new StringBuilder();
        StringBuilder arguments = new StringBuilder();
        StringBuilder content = new StringBuilder();
        post(fields + ", \"stream\": true")
                .lines()
                .filter(line -> line.startsWith("data: {"))
                .map(line -> JSON.readTree(line.substring("data: ".length())).at("/choices/0/delta"))
                .forEach(delta -> {
                    JsonNode function = delta.at("/tool_calls/0/function");
                    name.append(function.path("name").asString(""));
                    arguments.append(function.path("arguments").asString(""));
                    content.append(delta.path("content").asString(""));
                });
        assertThat(name.toString()).isEqualTo(whole.path("name").stringValue());
        assertThat(arguments.toString()).isEqualTo(whole.path("arguments").stringValue());
        assertThat(content.toString()).isEmpty();
    }

    @Test
    void forcedCallsChangeNoAnswerBesideThem() throws Exception {
        String alone = content(post(PLAIN));
        List<CompletableFuture<String>> answers = new ArrayList<>();
        for (int i = 0; i < 12; i++) {
            String forced = TOOLS + ", \"model\": \"callers\", \"tool_choice\": \"required\","
                    + " \"parallel_tool_calls\": false, \"seed\": " + i;
            String fields = i % 3 == 0 ? PLAIN : forced;
            answers.add(CompletableFuture.supplyAsync(() -> post(fields)));
        }
        for (int i = 0; i < answers.size(); i += 3) {
            assertThat(content(answers.get(i).join())).isEqualTo(alone);
        }
    }

    @Test
    void atLeastSoManyTokensComeThoughTheModelWouldEnd() {
        for (int least : List.of(1, 40, 100)) {
            JsonNode answer = JSON.readTree(post(
                    "\"model\": \"callers\", \"temperature\": 0, \"max_tokens\": 120," + " \"min_tokens\": " + least));
            assertThat(answer.at("/usage/completion_tokens").intValue()).isGreaterThan(least);
        }
    }

    @Test
    void theClientForPythonPutsStreamedCallsTogether() throws Exception {
        Path clients = TestFolders.repository().resolve("app/src/test/clients/python");
        Path interpreter = clients.resolve(".venv/bin/python");
        assumeTrue(Files.exists(interpreter), "the Python client is not installed: run .ci/install-clients");
        Path output = folder.resolve("python.txt");
        Process process = new ProcessBuilder(
                        interpreter.toString(), clients.resolve("tools.py").toString(), uri().toString(), "callers")
                .redirectErrorStream(true)
                .redirectOutput(output.toFile())
                .start();
        boolean ended = process.waitFor(15, TimeUnit.MINUTES);
        process.destroyForcibly();
        assertThat(ended).isTrue();
        assertThat(Files.readString(output)).contains("ok whole", "ok streamed", "ok helper", "ok result", "ok errors");
    }

    private static void assertValid(String name, String arguments) {
        if (name.equals("now")) {
            assertThat(arguments).isEqualTo("{}");
            return;
        }
        assertThat(name).isEqualTo("count");
        assertThat(SchemaOracle.faults(JSON.readValue(PARAMETERS, Object.class), arguments))
                .as(arguments)
                .isEmpty();
    }

    private static String content(String answer) {
        return JSON.readTree(answer).at("/choices/0/message/content").stringValue();
    }

    private static URI uri() {
        return URI.create("http://127.0.0.1:" + server.port());
    }

    private String post(String fields) {
        String body = "{\"messages\": [{\"role\": \"user\", \"content\": \"How many beads?\"}], " + fields + "}";
        HttpResponse<String> answer = http.sendAsync(
                        HttpRequest.newBuilder(uri().resolve("/v1/chat/completions"))
                                .header("content-type", "application/json")
                                .POST(HttpRequest.BodyPublishers.ofString(body))
                                .build(),
                        HttpResponse.BodyHandlers.ofString())
                .join();
        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(200);
        return answer.body();
    }
}
