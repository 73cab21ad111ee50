package io.tokenrouter.app.tools;

import static org.assertj.core.api.Assertions.assertThat;

import io.tokenrouter.engine.fixtures.SharedFiles;
import java.nio.file.Files;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.json.JsonMapper;

/** The format of calls is known by the template of the model. */
class CallFormatTest {

    /** A part of Llama 3.1's template. */
    private static final String LLAMA = """
        {{- "<|start_header_id|>system<|end_header_id|>\\n\\n" }}
        {%- if tools is not none and not tools_in_user_message %}
            {{- 'Respond in the format {"name": function name, "parameters": dictionary of argument name and its value}.' }}
        """;

    @ParameterizedTest(name = "{0}: {1}")
    @CsvSource(nullValues = "-", textBlock = """
        templates/Qwen-QwQ-32B,                          hermes
        templates/Qwen-Qwen2.5-7B-Instruct,              hermes
        templates/Qwen-Qwen3-0.6B,                       hermes
        templates/Qwen3-Coder,                           qwen3_coder
        templates/Qwen3.5-4B,                            qwen3_coder
        templates/mistralai-Mistral-Nemo-Instruct-2407,  mistral
        templates/ibm-granite-granite-3.3-2B-Instruct,   granite
        templates/deepseek-ai-DeepSeek-R1-Distill-Qwen-32B, -
        templates/HuggingFaceTB-SmolLM3-3B,              -
        templates/microsoft-Phi-3.5-mini-instruct,       -
        templates/openai-gpt-oss-120b,                   -
        tokenizers/mistral-nemo,                         mistral
        tokenizers/qwen3,                                hermes
        tokenizers/phi3,                                 -
        """)
    void ofRealModels(String name, String label) throws Exception {
        String source = name.startsWith("templates/")
                ? Files.readString(SharedFiles.require("golden/" + name + ".jinja"))
                : JsonMapper.shared()
                        .readTree(SharedFiles.require("golden/" + name + "/tokenizer_config.json")
                                .toFile())
                        .get("chat_template")
                        .asString();
        assertThat(CallFormat.of(source).map(CallFormat::label).orElse(null)).isEqualTo(label);
    }

    @Test
    void ofLlama() {
        assertThat(CallFormat.of(LLAMA)).contains(CallFormat.LLAMA3_JSON);
    }

    @Test
    void aTemplateWithoutToolsHasNone() {
        assertThat(CallFormat.of("")).isEmpty();
        assertThat(CallFormat.of("{{ messages[0].content }}<tool_call> \"arguments\""))
                .isEmpty();
        assertThat(CallFormat.showsTools("{% for m in messages %}{{ m.tool_calls }}{% endfor %}"))
                .isFalse();
    }
}
