package io.tokenrouter.app.v1;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Tools that are refused, with the field at fault. */
class ToolErrorsTest {

    @RegisterExtension
    static final ScriptedApi api = ToolSamples.api();

    @ParameterizedTest(name = "{0}: {1}")
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
        tools                                    | "tools": []
        tools                                    | "tools": {}
        tools                                    | "tools": "add"
        tools[0]                                 | "tools": [5]
        tools[0].type                            | "tools": [{"function": {"name": "f"}}]
        tools[0].type                            | "tools": [{"type": "web_search"}]
        tools[0].function                        | "tools": [{"type": "function"}]
        tools[0].function.name                   | "tools": [{"type": "function", "function": {}}]
        tools[0].function.name                   | "tools": [{"type": "function", "function": {"name": "a b"}}]
        tools[0].function.name                   | "tools": [{"type": "function", "function": {"name": ""}}]
        tools[0].function.name                   | "tools": [{"type": "function", "function": {"name": "LONG"}}]
        tools[0].function.description            | "tools": [{"type": "function", "function": {"name": "f", "description": 5}}]
        tools[0].function.strict                 | "tools": [{"type": "function", "function": {"name": "f", "strict": "yes"}}]
        tools[0].function.parameters             | "tools": [{"type": "function", "function": {"name": "f", "parameters": []}}]
        tools[0].function.parameters.type        | "tools": [{"type": "function", "function": {"name": "f", "parameters": {"type": "array"}}}]
        tools[0].function.parameters.properties  | "tools": [{"type": "function", "function": {"name": "f", "parameters": {"properties": []}}}]
        tools[0].function.parameters.properties.x| "tools": [{"type": "function", "function": {"name": "f", "parameters": {"properties": {"x": "string"}}}}]
        tools[0].function.parameters.required    | "tools": [{"type": "function", "function": {"name": "f", "parameters": {"required": "x"}}}]
        tools[1].function.name                   | "tools": [FUNCTION, FUNCTION]
        tool_choice                              | "tool_choice": "auto"
        tool_choice                              | "tool_choice": "required"
        tool_choice                              | "tool_choice": {"type": "function", "function": {"name": "f"}}
        tool_choice                              | "tools": [FUNCTION], "tool_choice": "any"
        tool_choice                              | "tools": [FUNCTION], "tool_choice": 5
        tool_choice.type                         | "tools": [FUNCTION], "tool_choice": {"type": "custom"}
        tool_choice.function.name                | "tools": [FUNCTION], "tool_choice": {"type": "function"}
        tool_choice.function.name                | "tools": [FUNCTION], "tool_choice": {"type": "function", "function": {"name": "g"}}
        parallel_tool_calls                      | "tools": [FUNCTION], "parallel_tool_calls": "no"
        response_format                          | "tools": [FUNCTION], "tool_choice": "required", "response_format": {"type": "json_object"}
        functions                                | "functions": [{"name": "f"}]
        function_call                            | "function_call": "auto"
        tools[0].function.parameters             | "tools": [{"type": "function", "function": {"name": "f", "parameters": {"properties": {"x": {"multipleOf": 2}}}}}], "tool_choice": "required"
        messages[0].tool_calls                   | "messages": [{"role": "assistant", "tool_calls": 5}]
        messages[0].tool_calls[0]                | "messages": [{"role": "assistant", "tool_calls": [{}]}]
        messages[0].tool_calls[0].id             | "messages": [{"role": "assistant", "tool_calls": [{"id": 5, "function": {"name": "f"}}]}]
        messages[0].tool_calls[0].function.arguments | "messages": [{"role": "assistant", "tool_calls": [{"function": {"name": "f", "arguments": "{"}}]}]
        messages[0].tool_calls[0].function.arguments | "messages": [{"role": "assistant", "tool_calls": [{"function": {"name": "f", "arguments": "[1]"}}]}]
        messages[0].tool_calls[0].function.arguments | "messages": [{"role": "assistant", "tool_calls": [{"function": {"name": "f", "arguments": 5}}]}]
        messages[0].tool_call_id                 | "messages": [{"role": "tool", "content": "3", "tool_call_id": 5}]
        messages[0].role                         | "messages": [{"role": "function", "content": "3", "name": "f"}]
        messages[0].function_call                | "messages": [{"role": "assistant", "function_call": {"name": "f"}}]
        """)
    void aWrongFieldIsNamed(String param, String fields) {
        String filled = fields.replace("FUNCTION", "{\"type\": \"function\", \"function\": {\"name\": \"f\"}}")
                .replace("LONG", "n".repeat(65));
        String messages =
                fields.contains("messages") ? "" : "\"messages\": [{\"role\": \"user\", \"content\": \"x\"}], ";
        api.post("/v1/chat/completions", "{\"model\": \"duo\", " + messages + filled + "}")
                .expectStatus()
                .isBadRequest()
                .expectBody()
                .jsonPath("$.error.type")
                .isEqualTo("invalid_request_error")
                .jsonPath("$.error.param")
                .isEqualTo(param);
    }

    @Test
    void tooManyAndTooLargeToolsAreRefused() {
        String many = IntStream.range(0, 129)
                .mapToObj(i -> "{\"type\": \"function\", \"function\": {\"name\": \"f" + i + "\"}}")
                .collect(Collectors.joining(",", "\"tools\": [", "]"));
        assertThat(refusal(many)).isEqualTo("tools must be an array of 1 to 128 tools; leave it out for none.");
        String large = "\"tools\": [{\"type\": \"function\", \"function\": {\"name\": \"f\", \"description\": \""
                + "x".repeat(600_000) + "\"}}]";
        assertThat(refusal(large)).isEqualTo("tools may have at most 524288 characters together.");
        String halfAMillion = large.replaceFirst("x{600000}", "😀".repeat(500_000));
        api.post("/v1/chat/completions", body(halfAMillion)).expectStatus().isOk();
    }

    @Test
    void theOlderFieldsAreRefusedWithTheNewer() {
        assertThat(refusal("\"functions\": [{\"name\": \"f\"}]"))
                .isEqualTo("'functions' is the older form of 'tools', which this server takes; send that instead.");
    }

    private static String refusal(String fields) {
        return api.refusal("/v1/chat/completions", body(fields));
    }

    private static String body(String fields) {
        return "{\"model\": \"duo\", \"messages\": [{\"role\": \"user\", \"content\": \"x\"}], " + fields + "}";
    }
}
