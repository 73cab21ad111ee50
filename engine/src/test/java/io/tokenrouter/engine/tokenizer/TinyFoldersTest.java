package io.tokenrouter.engine.tokenizer;

import static org.assertj.core.api.Assertions.assertThat;

import io.tokenrouter.engine.api.Vocabulary;
import io.tokenrouter.engine.fixtures.SharedFiles;
import io.tokenrouter.engine.tokenizer.template.HuggingFaceChatTemplates;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Whole folders as {@code save_pretrained} writes them: what their files say of begin, end and template is honoured together. */
class TinyFoldersTest {

    @ParameterizedTest
    @ValueSource(
            strings = {
                "gemma2",
                "gemma3",
                "llama",
                "llama-linear-rope",
                "llama-tied",
                "llama3-rope",
                "mistral",
                "olmo2",
                "phi3",
                "phi3-longrope",
                "qwen2",
                "qwen2-yarn",
                "qwen3",
                "smollm3"
            })
    void beginAndEndAreThoseOfTheFiles(String family) throws Exception {
        Path folder = SharedFiles.require("golden/tiny/" + family);
        JsonNode settings = JsonMapper.shared()
                .readTree(folder.resolve("tokenizer_config.json").toFile());
        JsonNode generation = JsonMapper.shared()
                .readTree(folder.resolve("generation_config.json").toFile());
        try (Tokenizer tokenizer = HuggingFaceFolders.tokenizer(folder)) {
            Vocabulary vocabulary = tokenizer.vocabulary();
            assertThat(vocabulary.size()).isEqualTo(512);
            for (JsonNode end : generation.get("eos_token_id")) {
                assertThat(vocabulary.endIds()).contains(end.asInt());
            }
            int[] ids = tokenizer.encode("Hello, wörld");
            int[] continued = tokenizer.encodeContinuation("Hello, wörld");
            JsonNode begin = settings.get("bos_token");
            if (begin.isNull()) {
                assertThat(ids).containsExactly(continued);
            } else {
                assertThat(vocabulary.piece(ids[0])).isEqualTo(begin.asString());
                assertThat(ids).hasSize(continued.length + 1).endsWith(continued);
            }
            assertThat(tokenizer.decode(ids)).isEqualTo("Hello, wörld");

            ChatTemplate template = HuggingFaceChatTemplates.read(folder, TokenizerConfig.read(folder), vocabulary)
                    .orElseThrow();
            int[] chat = tokenizer.encode(template.render(
                    List.of(Map.of("role", "user", "content", begin.asString("") + "hi")), List.of(), Map.of()));
            int begins = 0;
            for (int id : chat) {
                begins += vocabulary.piece(id).equals(begin.asString("none")) ? 1 : 0;
            }
            assertThat(begins).as("begin tokens, one of them typed by the user").isEqualTo(begin.isNull() ? 0 : 1);
            Vocabulary alone = HuggingFaceFolders.vocabulary(folder);
            assertThat(alone.size()).isEqualTo(vocabulary.size());
            assertThat(alone.endIds()).isEqualTo(vocabulary.endIds());
        }
    }
}
