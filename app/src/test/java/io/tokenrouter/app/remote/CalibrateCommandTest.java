package io.tokenrouter.app.remote;

import static org.assertj.core.api.Assertions.assertThat;

import io.tokenrouter.app.fixtures.RunningServer;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** {@code calibrate}, typed at a running server. */
class CalibrateCommandTest {

    private static final String PROMPTS = """
            {"prompt": "Lena has 168 buttons. She buys 76 more. How many buttons does Lena have now?", "answer": "244"}

            {"prompt": "Tom has 12 apples. He gives 5 away. How many apples does Tom have now?", "answer": 7}
            {"prompt": "Ann has 45 marbles. She buys 18 more. How many marbles does Ann have now?"}
            {"prompt": "Ben has 91 pens. He loses 13. How many pens does Ben have now?", "answer": null}
            """;

    @RegisterExtension
    static final RunningServer server = RunningServer.shared();

    @TempDir
    Path folder;

    @AfterEach
    void forget() throws Exception {
        request("DELETE", "");
    }

    @Test
    void aThresholdIsFoundTriedOnHeldOutPromptsAndSaved() throws Exception {
        putPolicy();
        Path file = Files.writeString(folder.resolve("prompts.jsonl"), PROMPTS);
        List<String> words = List.of(
                "--policy", "to-calibrate", "--share", "0.5", "--prompts", file.toString(), "--max-tokens", "40");

        Said shown = type(words);
        assertThat(shown.exitCode()).as(shown.err()).isZero();
        assertThat(shown.out())
                .startsWith("to-calibrate (version 1) for demo: enter ")
                .contains("predicted  large share ", "held out   large share ", "2 requests");

        List<String> saving = new ArrayList<>(words);
        saving.addAll(List.of("--apply", "--json"));
        Said saved = type(saving);
        assertThat(saved.exitCode()).as(saved.err()).isZero();
        JsonNode told = JsonMapper.shared().readTree(saved.out());
        assertThat(told.path("applied_version").asInt()).isEqualTo(2);
        JsonNode policy = JsonMapper.shared().readTree(request("GET", "").body());
        assertThat(policy.path("version").asInt()).isEqualTo(2);
        assertThat(policy.at("/options/enter").asDouble())
                .isEqualTo(told.at("/result/threshold").asDouble());
        assertThat(policy.at("/options/metric").asString()).as("the rest stays").isEqualTo("margin");
    }

    @Test
    void aBuiltInAlgorithmHasNoVersionToSave() throws Exception {
        Path file = Files.writeString(folder.resolve("prompts.jsonl"), PROMPTS);
        Said said = type(List.of(
                "--policy", "neural", "--share", "1", "--prompts", file.toString(), "--max-tokens", "5", "--apply"));
        assertThat(said.exitCode()).isEqualTo(1);
        assertThat(said.err()).contains("'neural' is a built-in algorithm");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "{\"prompt\": 7} | line 1 is no JSON object",
                "not json | line 1 is no JSON object",
                "'' | has no prompts",
                "{\"prompt\": \"a\"} | has one prompt"
            })
    void aFileThatIsNoneOfPromptsIsRefusedWithItsLine(String content, String reason) throws Exception {
        Path file = Files.writeString(folder.resolve("prompts.jsonl"), content + "\n");
        Said said = type(List.of("--share", "0.1", "--prompts", file.toString()));
        assertThat(said.exitCode()).isEqualTo(1);
        assertThat(said.err()).startsWith("tokenrouter: ").contains(reason).hasLineCount(1);
        assertThat(type(List.of(
                                "--share",
                                "0.1",
                                "--prompts",
                                folder.resolve("none").toString()))
                        .err())
                .contains("there is no file");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "''",
                "--share 0.1 --recall 0.9",
                "--share much",
                "--share 0.1 --recorded --prompts x",
                "--share 0.1 --held-out x",
                "--share 0.1 --prompts x --problems 1"
            })
    void wordsThatDoNotGoTogetherAreRefused(String words) {
        Said said = type(words.isEmpty() ? List.of() : List.of(words.split(" ")));
        assertThat(said.exitCode()).as(said.err()).isEqualTo(2);
        assertThat(said.err()).startsWith("tokenrouter: ");
    }

    @Test
    void whatTheServerRefusesIsToldInALine() {
        Said said = type(List.of("--share", "1.5"));
        assertThat(said.exitCode()).isEqualTo(1);
        assertThat(said.err()).contains("share must be a number from 0 to 1").hasLineCount(1);
    }

    private Said type(List<String> words) {
        List<String> all = new ArrayList<>(List.of("calibrate", "--pair", "demo"));
        all.addAll(words);
        all.addAll(List.of("--url", server.uri().toString(), "--token", server.adminToken()));
        return Said.by(all);
    }

    /** A policy of this test's own, in its first version. */
    private static void putPolicy() throws Exception {
        assertThat(request(
                                "PUT",
                                "{\"algorithm\": \"uncertainty\", \"options\": {\"metric\": \"margin\", \"enter\": 0.9}}")
                        .statusCode())
                .isEqualTo(200);
    }

    private static HttpResponse<String> request(String method, String body) throws Exception {
        HttpRequest.Builder request = HttpRequest.newBuilder(server.uri().resolve("/api/admin/policies/to-calibrate"))
                .header("Authorization", "Bearer " + server.adminToken())
                .header("Content-Type", "application/json")
                .method(method, HttpRequest.BodyPublishers.ofString(body));
        request.header(method.equals("PUT") ? "If-None-Match" : "If-Match", "*");
        return HttpClient.newHttpClient().send(request.build(), HttpResponse.BodyHandlers.ofString());
    }
}
