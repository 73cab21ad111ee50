package io.tokenrouter.app.admin;

import static org.assertj.core.api.Assertions.assertThat;

import io.tokenrouter.app.admin.AdminClient.Answer;
import io.tokenrouter.app.fixtures.RunningServer;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;

/** Policies over the admin API: versions, diff, roll-back. */
class PoliciesAdminTest {

    @RegisterExtension
    static final RunningServer server = RunningServer.shared();

    private PolicyClient policies;

    @BeforeEach
    void connect() {
        policies = new PolicyClient(server);
    }

    @AfterEach
    void forget() throws Exception {
        policies.close();
    }

    @Test
    void eachSaveIsAVersionAndARollBackTooAndNothingIsOverwritten() throws Exception {
        Answer first = policies.create("mine", "{\"algorithm\": \"random\", \"reason\": \"first try\"}");
        assertThat(first.status()).as(first.body().toString()).isEqualTo(200);
        assertThat(first.etag()).isEqualTo("\"1\"");
        Answer second = policies.save("mine", 1, "{\"algorithm\": \"uncertainty\", \"options\": {\"enter\": 0.3}}");
        assertThat(second.etag()).isEqualTo("\"2\"");

        Answer same = policies.save("mine", 2, "{\"algorithm\": \"uncertainty\", \"options\": {\"enter\": 0.3}}");
        assertThat(same.etag()).as("nothing new was said").isEqualTo("\"2\"");

        Answer back = policies.admin.post(
                PolicyClient.POLICIES + "mine/roll-back",
                "{\"version\": 1, \"reason\": \"it was better\"}",
                "Content-Type",
                "application/json",
                "If-Match",
                "\"2\"");
        assertThat(back.etag()).isEqualTo("\"3\"");
        assertThat(back.body().path("algorithm").asString()).isEqualTo("random");

        JsonNode versions = policies.get("mine/versions").body().path("versions");
        assertThat(versions).hasSize(3);
        assertThat(versions.path(0).path("restores").asInt()).isEqualTo(1);
        assertThat(versions.path(0).path("reason").asString()).isEqualTo("it was better");
        assertThat(versions.path(1).path("options").path("enter").asDouble()).isEqualTo(0.3);
        assertThat(versions.path(2).path("reason").asString()).isEqualTo("first try");
    }

    /** The head reads 4 numbers of a hidden state. */
    @Test
    void aPolicyThatItsModelsCannotRunIsNeitherFollowedNorSavedForThoseWhoFollow() throws Exception {
        byte[] header = ("{'layers.0.weight': {'dtype': 'F32', 'shape': [1, 4], 'data_offsets': [0, 16]},"
                        + " 'layers.0.bias': {'dtype': 'F32', 'shape': [1], 'data_offsets': [16, 20]}}")
                .replace('\'', '"')
                .getBytes(StandardCharsets.UTF_8);
        Path heads = Files.createDirectories(server.dataFolder().resolve("heads"));
        Path head = Files.write(
                heads.resolve("narrow.safetensors"),
                ByteBuffer.allocate(Long.BYTES + header.length + 20)
                        .order(ByteOrder.LITTLE_ENDIAN)
                        .putLong(header.length)
                        .put(header)
                        .array());
        String neural = "{\"algorithm\": \"neural\", \"options\": {\"checkpoint\": \"narrow\", \"threshold\": 0.5}}";
        try {
            Answer unused = policies.create("narrow", neural);
            assertThat(unused.status()).as(unused.body().toString()).isEqualTo(200);
            Answer follow = policies.follow("narrow");
            assertThat(follow.status()).isEqualTo(400);
            assertThat(follow.body().path("field").asString()).isEqualTo("policy");
            assertThat(follow.body().path("detail").asString())
                    .contains("router head does not fit the model 'demo-small'");

            policies.create("mine", "{\"algorithm\": \"random\"}");
            assertThat(policies.follow("mine").status()).isEqualTo(200);
            Answer save = policies.save("mine", 1, neural);
            assertThat(save.status()).isEqualTo(400);
            assertThat(save.body().path("detail").asString())
                    .contains("router head does not fit the model 'demo-small'");
            assertThat(policies.get("mine").etag()).isEqualTo("\"1\"");
        } finally {
            Files.delete(head);
        }
    }

    @Test
    void twoVersionsAreComparedOptionByOptionWithTheirDefaults() throws Exception {
        policies.create("mine", "{\"algorithm\": \"uncertainty\", \"options\": {\"enter\": 0.2}}");
        policies.save("mine", 1, "{\"algorithm\": \"uncertainty\", \"options\": {\"window\": 3}}");

        JsonNode options = policies.get("mine/diff?from=1&to=2").body().path("options");
        List<String> changed = new ArrayList<>();
        options.forEach(option -> {
            if (option.path("changed").asBoolean()) {
                changed.add(
                        option.path("option").asString() + " " + option.path("before") + " " + option.path("after"));
            }
        });
        assertThat(changed).containsExactly("enter 0.2 0.45", "window 1 3");
        assertThat(policies.get("mine/diff?from=1&to=9").status()).isEqualTo(404);
    }

    @Test
    void whoeverSawAnOlderVersionIsToldAndNothingChanges() throws Exception {
        policies.create("mine", "{\"algorithm\": \"random\"}");
        policies.save("mine", 1, "{\"algorithm\": \"fixed\"}");

        Answer stale = policies.save("mine", 1, "{\"algorithm\": \"momentum\"}");
        assertThat(stale.status()).isEqualTo(412);
        assertThat(stale.body().path("current_version").asInt()).isEqualTo(2);
        assertThat(policies.create("mine", "{\"algorithm\": \"momentum\"}").status())
                .as("the name is taken")
                .isEqualTo(412);
        assertThat(policies.admin
                        .put(
                                PolicyClient.POLICIES + "mine",
                                "{\"algorithm\": \"momentum\"}",
                                "Content-Type",
                                "application/json")
                        .status())
                .isEqualTo(428);
        assertThat(policies.get("mine").body().path("algorithm").asString()).isEqualTo("fixed");
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
                "{\"algorithm\": \"relay\", \"options\": {\"open\": \"a\\u0000\"}}|options",
                "{\"algorithm\": \"fixed\", \"reason\": \"\\u0000\"}|reason",
            })
    void whatIsNotValidNamesItsField(String body, String field) throws Exception {
        Answer answer = policies.create("mine", body);

        assertThat(answer.status()).as(answer.body().toString()).isEqualTo(400);
        assertThat(answer.body().path("field").asString()).isEqualTo(field);
        assertThat(policies.get("mine").status()).isEqualTo(404);
    }

    @ParameterizedTest
    @ValueSource(strings = {"random", "fixed", "momentum"})
    void aNewPolicyDoesNotHideABuiltInAlgorithm(String algorithm) throws Exception {
        Answer refused = policies.create(algorithm, "{\"algorithm\": \"random\"}");

        assertThat(refused.status()).isEqualTo(400);
        assertThat(refused.body().path("field").asString()).isEqualTo("name");
        assertThat(refused.body().path("detail").asString()).contains("built-in algorithm", "choose another name");
        assertThat(policies.get(algorithm).status()).isEqualTo(404);
        assertThat(policies.get("uncertainty/versions").body().path("versions"))
                .as("one that is there since the first start stays")
                .isNotEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"nope", "nope/figures", "signals?pair=nope"})
    void aNameThatThereIsNotIsNotFound(String address) throws Exception {
        Answer refused = policies.get(address);

        assertThat(refused.status()).isEqualTo(404);
        assertThat(refused.body().path("detail").asString()).contains("'nope'");
        List<String> known = new ArrayList<>();
        refused.body().path("known").forEach(name -> known.add(name.asString()));
        assertThat(known).contains(address.startsWith("signals") ? "demo" : "uncertainty");
    }

    @Test
    void theAlgorithmsDescribeTheirOptions() throws Exception {
        JsonNode uncertainty = policies.get("algorithms").body().path("algorithms");
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
    void aPolicyThatAPairFollowsStays() throws Exception {
        policies.create("mine", "{\"algorithm\": \"random\"}");
        policies.follow("mine");

        assertThat(policies.delete("mine", "*").status()).isEqualTo(409);
        assertThat(policies.delete("uncertainty", "*").status()).isEqualTo(409);
        assertThat(policies.follow("nothing").body().path("field").asString()).isEqualTo("policy");
        policies.follow("uncertainty");
        assertThat(policies.delete("mine", "\"7\"").status()).isEqualTo(412);
        assertThat(policies.delete("mine", "\"1\"").status()).isEqualTo(204);
    }
}
