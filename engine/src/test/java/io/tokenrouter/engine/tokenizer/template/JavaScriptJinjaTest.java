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
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Templates of real models, rendered here and by Hugging Face's implementation for JavaScript: the same text, or both refuse. */
class JavaScriptJinjaTest {

    private static final Clock CLOCK = Clock.fixed(Instant.parse("2026-01-15T10:20:30Z"), ZoneOffset.UTC);
    private static final Map<String, Object> TOKENS = Map.of("bos_token", "<s>", "eos_token", "</s>");

    private static final long SEED = 20260115;
    private static final int CONVERSATIONS = 60;

    @Test
    void bothGiveTheSameText() throws IOException {
        Map<String, String> sources = sources();
        Map<String, JinjaChatTemplate> templates = new TreeMap<>();
        sources.forEach((name, source) ->
                templates.put(name, new JinjaChatTemplate(source, ControlTokens.COMMON, TOKENS, CLOCK)));
        Conversations conversations = new Conversations(SEED);
        try (JavaScriptJinja oracle = JavaScriptJinja.start()) {
            for (int i = 0; i < CONVERSATIONS; i++) {
                Conversations.Chat chat = conversations.next();
                Map<String, String> different = new TreeMap<>();
                for (Map.Entry<String, JinjaChatTemplate> template : templates.entrySet()) {
                    String expected = oracle.render(sources.get(template.getKey()), variables(chat));
                    String rendered = rendered(template.getValue(), chat);
                    if (!Objects.equals(expected, rendered)) {
                        different.put(template.getKey(), fromTheDifference(expected, rendered));
                    }
                }
                assertThat(different).as(chat.toString()).isEmpty();
            }
        }
    }

    private static Map<String, String> sources() throws IOException {
        Map<String, String> sources = new TreeMap<>();
        try (Stream<Path> files = Files.list(SharedFiles.require("golden/templates"))) {
            for (Path file :
                    files.filter(path -> path.toString().endsWith(".jinja")).toList()) {
                sources.put(file.getFileName().toString(), Files.readString(file));
            }
        }
        for (String family : List.of("qwen3", "phi3", "mistral", "mistral-nemo", "deepseek-v3", "gemma4")) {
            Path config = SharedFiles.require("golden/tokenizers/" + family + "/tokenizer_config.json");
            JsonNode settings = JsonMapper.shared().readTree(config.toFile());
            sources.put(family, settings.get("chat_template").asString());
        }
        return sources;
    }

    private static String fromTheDifference(@Nullable String expected, @Nullable String rendered) {
        if (expected == null || rendered == null) {
            return expected == null ? "only JavaScript refuses" : "only JavaScript does not refuse";
        }
        int at = Arrays.mismatch(expected.toCharArray(), rendered.toCharArray());
        return "expected ..." + excerpt(expected, at) + "... but was ..." + excerpt(rendered, at);
    }

    private static String excerpt(String text, int at) {
        return text.substring(Math.max(0, at - 30), Math.min(text.length(), at + 40));
    }

    private static Map<String, Object> variables(Conversations.Chat chat) {
        Map<String, Object> variables = new LinkedHashMap<>(TOKENS);
        variables.putAll(chat.arguments());
        variables.put("messages", chat.messages());
        if (!chat.tools().isEmpty()) {
            variables.put("tools", chat.tools());
        }
        return variables;
    }

    private static @Nullable String rendered(JinjaChatTemplate template, Conversations.Chat chat) {
        try {
            return template.render(chat.messages(), chat.tools(), chat.arguments())
                    .text();
        } catch (EngineException e) {
            return null;
        }
    }
}
