package io.tokenrouter.engine.tokenizer.template;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.tokenrouter.engine.model.ModelFormatException;
import io.tokenrouter.engine.tokenizer.ChatTemplate;
import io.tokenrouter.engine.tokenizer.TokenizerConfig;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
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
        assertThat(read().map(ChatTemplate::source))
                .hasValueSatisfying(source -> assertThat(source).startsWith("{{ bos"));
    }

    @Test
    void ofNamedOnesToolUseIsForTools() throws IOException {
        config("{\"chat_template\": [{\"name\": \"default\", \"template\": \"plain\"},"
                + " {\"name\": \"tool_use\", \"template\": \"tools {{ tools|length }}\"}]}");
        assertThat(render(List.of())).isEqualTo("plain");
        assertThat(render(List.of(TOOL))).isEqualTo("tools 1");
        assertThat(read().map(ChatTemplate::source)).contains("plain");
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
        assertThat(read()).isEmpty();
        config("{\"chat_template\": null}");
        assertThat(read().map(ChatTemplate::source)).isEmpty();
        config("{\"chat_template\": []}");
        assertThat(read().map(ChatTemplate::source)).isEmpty();
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

    /** Jinjava would look through it for years. */
    @ParameterizedTest
    @ValueSource(strings = {"a", "(", "a.", "a(", " "})
    void aMacroThatIsNoneIsRefused(String part) throws IOException {
        Files.writeString(
                folder.resolve("chat_template.jinja"), "{% macro a" + part.repeat(100_000) + " %}{% endmacro %}");
        refused("a macro is no name with parameters");
    }

    @Test
    void macrosAreThere() throws IOException {
        Files.writeString(
                folder.resolve("chat_template.jinja"),
                "{%- macro a_1(x, y=1) -%} {{ x }}{{ y }} {%- endmacro -%}{% macro b () %}{% endmacro %}{{ a_1('h') }}");
        assertThat(render(List.of())).isEqualTo("h1");
    }

    @ParameterizedTest
    @ValueSource(strings = {"{% if x %}", "{% endfor %}", "{% nope %}", "{{ 'a' ", "{% include 'x' %}", "{# a"})
    void whatCannotBeParsedIsRefused(String source) throws IOException {
        Files.writeString(folder.resolve("chat_template.jinja"), source);
        refused("the chat template cannot be read: ");
    }

    /** It repeats the added tokens, by the thousand in some, and anything else may stand there. */
    @Test
    void whatIsNotWantedOfTheConfigTakesNoMemory() throws IOException {
        config("{\"more\": [" + "{},".repeat(1_000_000)
                + "{}], \"bos_token\": \"<s>\", \"chat_template\": \"{{ bos_token }}\"}");
        var threads = (com.sun.management.ThreadMXBean) ManagementFactory.getThreadMXBean();
        long before = threads.getCurrentThreadAllocatedBytes();
        TokenizerConfig config = TokenizerConfig.read(folder);
        assertThat(threads.getCurrentThreadAllocatedBytes() - before).isLessThan(8 << 20);
        assertThat(config.specialToken("bos_token")).contains("<s>");

        config("{\"bos_token\": [" + "{},".repeat(20_000) + "{}]}");
        refused("tokenizer_config.json has more than 10000 values");
        config("{\"bos_token\": null, \"bos_token\": null}");
        refused("\"bos_token\" twice");
        config("[]");
        refused("tokenizer_config.json is no JSON object");
    }

    @Test
    void hugeOnesAreRefused() throws IOException {
        config("{\"chat_template\": \"" + "a".repeat(2 << 20) + "\"}");
        refused("chat template has more than");
        Files.write(folder.resolve("chat_template.jinja"), new byte[2 << 20]);
        refused("chat_template.jinja", "more than");
        Files.write(folder.resolve("chat_template.jinja"), new byte[] {(byte) 0xFF});
        refused("not UTF-8");
    }

    private void config(String content) throws IOException {
        Files.writeString(folder.resolve("tokenizer_config.json"), content);
    }

    private Optional<ChatTemplate> read() throws IOException {
        return HuggingFaceChatTemplates.read(folder, TokenizerConfig.read(folder), ControlTokens.COMMON);
    }

    private String render(List<Map<String, Object>> tools) throws IOException {
        ChatTemplate template = read().orElseThrow();
        return template.render(List.of(Map.of("role", "user", "content", "hi")), tools, Map.of())
                .text();
    }

    private void refused(String... words) {
        assertThatExceptionOfType(ModelFormatException.class)
                .isThrownBy(() -> read())
                .withMessageContainingAll(words);
    }
}
