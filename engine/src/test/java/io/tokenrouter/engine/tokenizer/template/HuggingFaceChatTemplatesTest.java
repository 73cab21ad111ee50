package io.tokenrouter.engine.tokenizer.template;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.tokenrouter.engine.model.ModelFormatException;
import io.tokenrouter.engine.tokenizer.ChatTemplate;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Where folders keep their templates. */
class HuggingFaceChatTemplatesTest {

    private static final Map<String, Object> TOOL = Map.of("type", "function", "function", Map.of("name", "f"));

    @TempDir
    Path folder;

    @Test
    void aTextInTheConfigIsTheTemplateAndSeesItsTokens() throws IOException {
        config(
                "{\"bos_token\": {\"content\": \"<s>\"}, \"eos_token\": \"</s>\", \"unk_token\": null,"
                        + " \"chat_template\": \"{{ bos_token }}{{ messages[0].content }}{{ eos_token }}{{ unk_token is defined }}\"}");
        assertThat(render(List.of())).isEqualTo("<s>hi</s>false");
        assertThat(HuggingFaceChatTemplates.source(folder))
                .hasValueSatisfying(source -> assertThat(source).startsWith("{{ bos"));
    }

    @Test
    void ofNamedOnesToolUseIsForTools() throws IOException {
        config("{\"chat_template\": [{\"name\": \"default\", \"template\": \"plain\"},"
                + " {\"name\": \"tool_use\", \"template\": \"tools {{ tools|length }}\"}]}");
        assertThat(render(List.of())).isEqualTo("plain");
        assertThat(render(List.of(TOOL))).isEqualTo("tools 1");
        assertThat(HuggingFaceChatTemplates.source(folder)).contains("plain");
    }

    @Test
    void aFileOfItsOwnComesFirst() throws IOException {
        config("{\"chat_template\": \"old\"}");
        Files.writeString(folder.resolve("chat_template.jinja"), "new");
        assertThat(render(List.of(TOOL))).isEqualTo("new");

        Files.createDirectory(folder.resolve("additional_chat_templates"));
        Files.writeString(folder.resolve("additional_chat_templates/tool_use.jinja"), "with tools");
        assertThat(render(List.of(TOOL))).isEqualTo("with tools");
        assertThat(render(List.of())).isEqualTo("new");
    }

    @Test
    void aFolderMayHaveNone() throws IOException {
        assertThat(HuggingFaceChatTemplates.read(folder, ControlTokens.COMMON)).isEmpty();
        config("{\"chat_template\": null}");
        assertThat(HuggingFaceChatTemplates.source(folder)).isEmpty();
        config("{\"chat_template\": []}");
        assertThat(HuggingFaceChatTemplates.source(folder)).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "3",
                "{\"a\": \"b\"}",
                "[\"a\"]",
                "[{\"name\": \"a\"}]",
                "[{\"name\": \"a\", \"template\": \"x\"}, {\"name\": \"b\", \"template\": \"y\"}]"
            })
    void whatIsNoTemplateIsRefused(String setting) throws IOException {
        config("{\"chat_template\": " + setting + "}");
        refused("chat");
    }

    @Test
    void hugeOnesAreRefused() throws IOException {
        config("{\"chat_template\": \"" + "a".repeat(2 << 20) + "\"}");
        refused("chat_template has more than");
        Files.write(folder.resolve("chat_template.jinja"), new byte[2 << 20]);
        refused("chat_template.jinja", "more than");
        Files.write(folder.resolve("chat_template.jinja"), new byte[] {(byte) 0xFF});
        refused("not UTF-8");
    }

    private void config(String content) throws IOException {
        Files.writeString(folder.resolve("tokenizer_config.json"), content);
    }

    private String render(List<Map<String, Object>> tools) throws IOException {
        ChatTemplate template =
                HuggingFaceChatTemplates.read(folder, ControlTokens.COMMON).orElseThrow();
        return template.render(List.of(Map.of("role", "user", "content", "hi")), tools, Map.of())
                .text();
    }

    private void refused(String... words) {
        assertThatExceptionOfType(ModelFormatException.class)
                .isThrownBy(() -> HuggingFaceChatTemplates.read(folder, ControlTokens.COMMON))
                .withMessageContainingAll(words);
    }
}
