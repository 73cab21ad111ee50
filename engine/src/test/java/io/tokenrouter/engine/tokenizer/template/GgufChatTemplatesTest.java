package io.tokenrouter.engine.tokenizer.template;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.tokenrouter.engine.model.GgufFile;
import io.tokenrouter.engine.model.GgufWriter;
import io.tokenrouter.engine.model.ModelFormatException;
import io.tokenrouter.engine.tokenizer.ChatTemplate;
import io.tokenrouter.engine.tokenizer.GgufTokenizers;
import io.tokenrouter.engine.tokenizer.MadeGguf;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Where GGUF files keep their templates. */
class GgufChatTemplatesTest {

    private static final Map<String, Object> TOOL = Map.of("type", "function", "function", Map.of("name", "f"));

    @TempDir
    Path folder;

    @Test
    void theOneForToolsIsForRequestsWithTools() throws IOException {
        ChatTemplate template = read(keys -> keys.string("tokenizer.chat_template", "{{ messages[0].content }}")
                        .string("tokenizer.chat_template.tool_use", "tools {{ tools|length }}"))
                .orElseThrow();
        assertThat(render(template, List.of())).isEqualTo("hi");
        assertThat(render(template, List.of(TOOL))).isEqualTo("tools 1");
        assertThat(template.source()).isEqualTo("{{ messages[0].content }}");
    }

    @Test
    void withoutOneForToolsThereIsOneForAll() throws IOException {
        ChatTemplate template = read(keys -> keys.string("tokenizer.chat_template", "{{ tools is defined }}"))
                .orElseThrow();
        assertThat(render(template, List.of(TOOL))).isEqualTo("true");
        assertThat(read(keys -> {})).isEmpty();
    }

    @Test
    void aPadOutsideOfTheVocabularyHasNoSpelling() throws IOException {
        ChatTemplate template = read(keys -> keys.string(
                                "tokenizer.chat_template", "{{ bos_token }}{{ pad_token is defined }}")
                        .uint32("tokenizer.ggml.bos_token_id", 256)
                        .uint32("tokenizer.ggml.padding_token_id", 5_000))
                .orElseThrow();
        assertThat(render(template, List.of())).isEqualTo("<s>false");
    }

    @Test
    void aHugeOneIsRefusedUnread() throws IOException {
        String huge = "a".repeat(16 << 20);
        for (String key : List.of("tokenizer.chat_template", "tokenizer.chat_template.tool_use")) {
            try (GgufFile file = open(keys -> {
                if (!key.equals("tokenizer.chat_template")) {
                    keys.string("tokenizer.chat_template", "a");
                }
                keys.string(key, huge);
            })) {
                var vocabulary = GgufTokenizers.vocabulary(file.metadata());
                var threads = (com.sun.management.ThreadMXBean) ManagementFactory.getThreadMXBean();
                long before = threads.getCurrentThreadAllocatedBytes();
                assertThatExceptionOfType(ModelFormatException.class)
                        .isThrownBy(() -> GgufChatTemplates.read(file.metadata(), vocabulary))
                        .withMessageContaining(key + " has more than 1048576 bytes");
                assertThat(threads.getCurrentThreadAllocatedBytes() - before).isLessThan(8 << 20);
            }
        }
    }

    @Test
    void whatCannotBeParsedIsRefused() {
        assertThatExceptionOfType(ModelFormatException.class)
                .isThrownBy(() -> read(keys -> keys.string("tokenizer.chat_template", "{% if messages %}")))
                .withMessageContaining("the chat template cannot be read");
        assertThatExceptionOfType(ModelFormatException.class)
                .isThrownBy(() -> read(keys -> keys.string("tokenizer.chat_template", "a")
                        .string("tokenizer.chat_template.tool_use", "{% endif %}")))
                .withMessageContaining("the chat template cannot be read");
    }

    private Optional<ChatTemplate> read(Consumer<GgufWriter> keys) throws IOException {
        try (GgufFile file = open(keys)) {
            return GgufChatTemplates.read(file.metadata(), GgufTokenizers.vocabulary(file.metadata()));
        }
    }

    private GgufFile open(Consumer<GgufWriter> keys) throws IOException {
        Path path = Files.createTempFile(folder, "made", ".gguf");
        return GgufFile.open(MadeGguf.byteLevel().merge("a", "b").write(path, writer -> {
            writer.string("tokenizer.ggml.pre", "qwen2");
            keys.accept(writer);
        }));
    }

    private static String render(ChatTemplate template, List<Map<String, Object>> tools) {
        return template.render(List.of(Map.of("role", "user", "content", "hi")), tools, Map.of())
                .text();
    }
}
