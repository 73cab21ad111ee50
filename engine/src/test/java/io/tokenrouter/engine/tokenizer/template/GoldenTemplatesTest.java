package io.tokenrouter.engine.tokenizer.template;

import static org.assertj.core.api.Assertions.assertThat;

import io.tokenrouter.engine.api.EngineException;
import io.tokenrouter.engine.fixtures.SharedFiles;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Templates of real models over 35 conversations, with and without the opening of the answer. */
class GoldenTemplatesTest {

    private static final String NULL_CONTENT = "tool call with null content";
    private static final String NULL_CONTENT_STRING_ARGUMENTS = "tool call with null content and string arguments";

    /**
     * What is known to differ, and must differ still, so that the list stays true. A test on what is not there is answered
     * with false, where Jinja refuses (QwQ, DeepSeek: a missing content). Numbers and none are printed as Java writes them
     * (Gemma 4).
     */
    private static final Map<String, Set<String>> DIFFERENT = Map.of(
            "templates/Qwen-QwQ-32B", Set.of(NULL_CONTENT, NULL_CONTENT_STRING_ARGUMENTS),
            "templates/deepseek-ai-DeepSeek-R1-Distill-Qwen-32B", Set.of(NULL_CONTENT, NULL_CONTENT_STRING_ARGUMENTS),
            "tokenizers/deepseek-v3", Set.of(NULL_CONTENT_STRING_ARGUMENTS),
            "tokenizers/gemma4", Set.of("tool arguments that need escapes"));

    private static final Clock CLOCK = Clock.fixed(Instant.parse("2026-01-15T10:20:30Z"), ZoneOffset.UTC);

    @ParameterizedTest
    @ValueSource(
            strings = {
                "templates/HuggingFaceTB-SmolLM3-3B",
                "templates/Qwen-QwQ-32B",
                "templates/Qwen-Qwen2.5-7B-Instruct",
                "templates/Qwen-Qwen3-0.6B",
                "templates/Qwen3-Coder",
                "templates/Qwen3.5-4B",
                "templates/deepseek-ai-DeepSeek-R1-Distill-Qwen-32B",
                "templates/deepseek-ai-DeepSeek-V3.1",
                "templates/ibm-granite-granite-3.3-2B-Instruct",
                "templates/microsoft-Phi-3.5-mini-instruct",
                "templates/mistralai-Mistral-Nemo-Instruct-2407",
                "templates/openai-gpt-oss-120b",
                "tokenizers/qwen3",
                "tokenizers/phi3",
                "tokenizers/mistral",
                "tokenizers/mistral-nemo",
                "tokenizers/deepseek-v3",
                "tokenizers/gemma4"
            })
    void rendersAsHuggingFaceDoes(String name) throws IOException {
        boolean alone = name.startsWith("templates/");
        Path conversations = SharedFiles.require("golden/" + name + (alone ? ".json" : "/chats.json"));
        JsonNode tokens = JsonMapper.shared()
                .readTree(
                        alone
                                ? conversations.toFile()
                                : SharedFiles.require("golden/" + name + "/tokenizer_config.json")
                                        .toFile());
        String source = alone
                ? Files.readString(SharedFiles.require("golden/" + name + ".jinja"))
                : tokens.get("chat_template").asString();
        JinjaChatTemplate template = new JinjaChatTemplate(
                source,
                ControlTokens.COMMON,
                Map.of("bos_token", token(tokens.get("bos_token")), "eos_token", token(tokens.get("eos_token"))),
                CLOCK);

        Set<String> different = new TreeSet<>();
        for (GoldenConversation golden : GoldenConversation.read(conversations)) {
            if (!golden.isOfTheTemplate()) {
                continue;
            }
            String expected = golden.text();
            String rendered = render(template, golden);
            if (expected == null ? rendered != null : !expected.equals(rendered)) {
                different.add(golden.name());
            }
        }
        assertThat(different).containsExactlyInAnyOrderElementsOf(DIFFERENT.getOrDefault(name, Set.of()));
    }

    private static @Nullable String render(JinjaChatTemplate template, GoldenConversation golden) {
        try {
            return template.render(golden.messages(), golden.tools(), golden.arguments())
                    .text();
        } catch (EngineException e) {
            assertThat(e.kind()).isEqualTo(EngineException.Kind.INVALID_REQUEST);
            return null;
        }
    }

    private static String token(@Nullable JsonNode token) {
        if (token == null || token.isNull()) {
            return "";
        }
        return token.isString() ? token.asString() : token.get("content").asString();
    }
}
