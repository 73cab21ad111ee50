package io.tokenrouter.app.admin;

import static org.assertj.core.api.Assertions.assertThat;

import io.tokenrouter.app.admin.AdminClient.Answer;
import io.tokenrouter.app.fixtures.RunningServer;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Policies over the admin API: versions, diff, roll-back, and what requests make of them. */
class PoliciesAdminTest {

    private static final String POLICIES = "/api/admin/policies/";

    @RegisterExtension
    static final RunningServer server = RunningServer.shared();

    private final HttpClient http = HttpClient.newHttpClient();
    private AdminClient admin;

    @BeforeEach
    void connect() {
        admin = new AdminClient(server.uri(), server.adminToken());
    }

    @AfterEach
    void forget() throws Exception {
        follow("uncertainty");
        for (JsonNode policy :
                admin.get(POLICIES.substring(0, POLICIES.length() - 1)).body().path("policies")) {
            String name = policy.path("name").asString();
            if (!name.equals("uncertainty")) {
                admin.delete(POLICIES + name, "If-Match", "*");
            }
        }
        admin.close();
        http.close();
    }

    @Test
    void eachSaveIsAVersionAndARollBackTooAndNothingIsOverwritten() throws Exception {
        Answer first = save("mine", "If-None-Match", "*", "{\"algorithm\": \"random\", \"reason\": \"first try\"}");
        assertThat(first.status()).as(first.body().toString()).isEqualTo(200);
        assertThat(first.etag()).isEqualTo("\"1\"");
        Answer second =
                save("mine", "If-Match", "\"1\"", "{\"algorithm\": \"uncertainty\", \"options\": {\"enter\": 0.3}}");
        assertThat(second.etag()).isEqualTo("\"2\"");

        Answer same =
                save("mine", "If-Match", "\"2\"", "{\"algorithm\": \"uncertainty\", \"options\": {\"enter\": 0.3}}");
        assertThat(same.etag()).as("nothing new was said").isEqualTo("\"2\"");

        Answer back = admin.post(
                POLICIES + "mine/roll-back",
                "{\"version\": 1, \"reason\": \"it was better\"}",
                "Content-Type",
                "application/json",
                "If-Match",
                "\"2\"");
        assertThat(back.etag()).isEqualTo("\"3\"");
        assertThat(back.body().path("algorithm").asString()).isEqualTo("random");

        JsonNode versions = admin.get(POLICIES + "mine/versions").body().path("versions");
        assertThat(versions).hasSize(3);
        assertThat(versions.path(0).path("restores").asInt()).isEqualTo(1);
        assertThat(versions.path(0).path("reason").asString()).isEqualTo("it was better");
        assertThat(versions.path(1).path("options").path("enter").asDouble()).isEqualTo(0.3);
        assertThat(versions.path(2).path("reason").asString()).isEqualTo("first try");
    }

    @Test
    void whatCameOfEachVersionIsToldFromTheRecordsOfItsAnswers() throws Exception {
        save("counted", "If-None-Match", "*", "{\"algorithm\": \"fixed\", \"options\": {\"role\": \"small\"}}");
        follow("counted");
        int small = tokens(chat()) + tokens(chat());
        save("counted", "If-Match", "\"1\"", "{\"algorithm\": \"fixed\", \"options\": {\"role\": \"large\"}}");
        int large = tokens(chat());
        save("counted", "If-Match", "\"2\"", "{\"algorithm\": \"random\"}");

        JsonNode versions = figures("counted");
        while (versions.size() < 2 || versions.path(1).path("answers").asInt() < 2) {
            TimeUnit.MILLISECONDS.sleep(100);
            versions = figures("counted");
        }
        assertThat(versions).as("the third has decided nothing").hasSize(2);
        assertThat(versions.path(0).path("version").asInt()).isEqualTo(2);
        assertThat(versions.path(0).path("tokens").asInt()).isEqualTo(large);
        assertThat(versions.path(0).path("large_share").asDouble()).isEqualTo(1);
        assertThat(versions.path(1).path("answers").asInt()).isEqualTo(2);
        assertThat(versions.path(1).path("tokens").asInt()).isEqualTo(small);
        assertThat(versions.path(1).path("large_share").asDouble()).isZero();
        assertThat(versions.path(1).path("switches_per_answer").asDouble()).isZero();
        assertThat(figures("never-heard-of")).isEmpty();
    }

    private JsonNode figures(String policy) throws Exception {
        return admin.get(POLICIES + policy + "/figures").body().path("versions");
    }

    private static int tokens(String answer) {
        return JsonMapper.shared()
                .readTree(answer)
                .path("usage")
                .path("completion_tokens")
                .asInt();
    }

    @Test
    void twoVersionsAreComparedOptionByOptionWithTheirDefaults() throws Exception {
        save("mine", "If-None-Match", "*", "{\"algorithm\": \"uncertainty\", \"options\": {\"enter\": 0.2}}");
        save("mine", "If-Match", "\"1\"", "{\"algorithm\": \"uncertainty\", \"options\": {\"window\": 3}}");

        JsonNode options = admin.get(POLICIES + "mine/diff?from=1&to=2").body().path("options");
        List<String> changed = new ArrayList<>();
        options.forEach(option -> {
            if (option.path("changed").asBoolean()) {
                changed.add(
                        option.path("option").asString() + " " + option.path("before") + " " + option.path("after"));
            }
        });
        assertThat(changed).containsExactly("enter 0.2 0.45", "window 1 3");
        assertThat(admin.get(POLICIES + "mine/diff?from=1&to=9").status()).isEqualTo(404);
    }

    @Test
    void whoeverSawAnOlderVersionIsToldAndNothingChanges() throws Exception {
        save("mine", "If-None-Match", "*", "{\"algorithm\": \"random\"}");
        save("mine", "If-Match", "\"1\"", "{\"algorithm\": \"fixed\"}");

        Answer stale = save("mine", "If-Match", "\"1\"", "{\"algorithm\": \"momentum\"}");
        assertThat(stale.status()).isEqualTo(412);
        assertThat(stale.body().path("current_version").asInt()).isEqualTo(2);
        assertThat(save("mine", "If-None-Match", "*", "{\"algorithm\": \"momentum\"}")
                        .status())
                .as("the name is taken")
                .isEqualTo(412);
        assertThat(admin.put(POLICIES + "mine", "{\"algorithm\": \"momentum\"}", "Content-Type", "application/json")
                        .status())
                .isEqualTo(428);
        assertThat(admin.get(POLICIES + "mine").body().path("algorithm").asString())
                .isEqualTo("fixed");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "{\"algorithm\": \"magic\"}|algorithm",
                "{\"algorithm\": \"uncertainty\", \"options\": {\"enter\": 21}}|options.enter",
                "{\"algorithm\": \"uncertainty\", \"options\": {\"entre\": 1}}|options.entre",
                "{\"algorithm\": \"uncertainty\", \"options\": {\"metric\": \"top1\", \"normalised\": true}}|options.normalised",
                "{\"algorithm\": \"uncertainty\", \"options\": [1]}|options",
                "{\"algorithm\": \"fixed\", \"option\": {}}|option",
            })
    void whatIsNotValidNamesItsField(String body, String field) throws Exception {
        Answer answer = save("mine", "If-None-Match", "*", body);

        assertThat(answer.status()).as(answer.body().toString()).isEqualTo(400);
        assertThat(answer.body().path("field").asString()).isEqualTo(field);
        assertThat(admin.get(POLICIES + "mine").status()).isEqualTo(404);
    }

    @Test
    void theAlgorithmsDescribeTheirOptions() throws Exception {
        JsonNode uncertainty = admin.get(POLICIES + "algorithms").body().path("algorithms");
        JsonNode enter = null;
        for (JsonNode algorithm : uncertainty) {
            for (JsonNode option : algorithm.path("options")) {
                if (algorithm.path("name").asString().equals("uncertainty")
                        && option.path("name").asString().equals("enter")) {
                    enter = option;
                }
            }
        }
        assertThat(enter).isNotNull();
        assertThat(enter.path("max").asDouble()).isEqualTo(20);
        assertThat(enter.path("default_value").asDouble()).isEqualTo(0.45);
        assertThat(enter.path("help").asString()).contains("threshold");
    }

    @Test
    void aRunningRequestKeepsTheVersionItBeganWith() throws Exception {
        save("mine", "If-None-Match", "*", "{\"algorithm\": \"fixed\", \"options\": {\"role\": \"large\"}}");
        assertThat(follow("mine").status()).isEqualTo(200);
        CountDownLatch begun = new CountDownLatch(1);
        CompletableFuture<List<String>> running = CompletableFuture.supplyAsync(() -> slowStream(begun));
        assertThat(begun.await(30, TimeUnit.SECONDS)).isTrue();

        Answer edited =
                save("mine", "If-Match", "\"1\"", "{\"algorithm\": \"fixed\", \"options\": {\"role\": \"small\"}}");
        assertThat(edited.etag()).isEqualTo("\"2\"");
        boolean wasRunning = !running.isDone();
        JsonNode after = routing(chat());

        assertThat(wasRunning).as("the edit came while the request ran").isTrue();
        assertThat(after.path("policy_version").asInt()).isEqualTo(2);
        assertThat(after.path("large_share").asDouble()).isZero();
        String last = running.get(60, TimeUnit.SECONDS).stream()
                .filter(line -> line.contains("\"policy_version\""))
                .reduce((earlier, later) -> later)
                .orElseThrow();
        assertThat(last).contains("\"policy_version\":1").contains("\"large_share\":1");
    }

    @Test
    void whatAThresholdWouldComeToIsKnownFromWhatWasSeen() throws Exception {
        for (int i = 0; i < 4; i++) {
            chat();
        }
        JsonNode seen = admin.get(POLICIES + "signals?pair=demo").body();

        assertThat(seen.path("positions").asLong()).isGreaterThanOrEqualTo(100);
        double before = 2;
        for (JsonNode point : seen.path("points")) {
            assertThat(point.path("large_share").asDouble()).isBetween(0.0, before);
            before = point.path("large_share").asDouble();
        }
        assertThat(admin.get(POLICIES + "signals?pair=nothing").body().path("points"))
                .isEmpty();
    }

    @Test
    void aPolicyThatAPairFollowsStays() throws Exception {
        save("mine", "If-None-Match", "*", "{\"algorithm\": \"random\"}");
        follow("mine");

        assertThat(admin.delete(POLICIES + "mine", "If-Match", "*").status()).isEqualTo(409);
        assertThat(admin.delete(POLICIES + "uncertainty", "If-Match", "*").status())
                .isEqualTo(409);
        assertThat(follow("nothing").body().path("field").asString()).isEqualTo("policy");
        follow("uncertainty");
        assertThat(admin.delete(POLICIES + "mine", "If-Match", "\"7\"").status())
                .isEqualTo(412);
        assertThat(admin.delete(POLICIES + "mine", "If-Match", "\"1\"").status())
                .isEqualTo(204);
    }

    private Answer save(String name, String condition, String value, String body) throws Exception {
        return admin.put(POLICIES + name, body, "Content-Type", "application/json", condition, value);
    }

    private Answer follow(String policy) throws Exception {
        return admin.put(
                "/api/admin/pairs/demo/policy",
                "{\"policy\": \"" + policy + "\"}",
                "Content-Type",
                "application/json",
                "If-Match",
                "*");
    }

    private List<String> slowStream(CountDownLatch begun) {
        List<String> lines = new ArrayList<>();
        try {
            http.send(request(400, 6, true), HttpResponse.BodyHandlers.ofLines())
                    .body()
                    .forEach(line -> {
                        lines.add(line);
                        begun.countDown();
                    });
        } catch (Exception e) {
            lines.add("failed: " + e);
            begun.countDown();
        }
        return lines;
    }

    private String chat() throws Exception {
        return http.send(request(60, 1, false), HttpResponse.BodyHandlers.ofString())
                .body();
    }

    private static JsonNode routing(String answer) {
        return JsonMapper.shared().readTree(answer).path("routing");
    }

    private static HttpRequest request(int maxTokens, int n, boolean stream) {
        String body = """
                {"model": "demo", "messages": [{"role": "user", "content": "Sara has 54 beads. She buys 75 more. How many?"}],
                 "max_tokens": %d, "n": %d, "stream": %b, "stream_options": %s, "temperature": 0, "logit_bias": {"1": -100}}""".formatted(maxTokens, n, stream, stream ? "{\"include_usage\": true}" : "null");
        return HttpRequest.newBuilder(server.uri().resolve("/v1/chat/completions"))
                .header("Content-Type", "application/json")
                .POST(HttpRequest.BodyPublishers.ofString(body))
                .build();
    }
}
