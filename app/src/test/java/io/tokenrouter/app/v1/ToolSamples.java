package io.tokenrouter.app.v1;

/** Tools, and calls of them in the format of a model that knows tools. */
final class ToolSamples {

    static final String TOOLS = """
        , "tools": [
          {"type": "function", "function": {"name": "add", "description": "Adds.", "strict": true, "parameters":
            {"type": "object", "properties": {"a": {"type": "integer"}, "b": {"type": "integer"}},
             "required": ["a", "b"], "additionalProperties": false}}},
          {"type": "function", "function": {"name": "now"}}]\
        """;

    static final String CALL = "<tool_call>\n{\"name\": \"add\", \"arguments\": {\"a\": 1, \"b\": 2}}\n</tool_call>";
    static final String NOW = "<tool_call>\n{\"name\": \"now\", \"arguments\": {}}\n</tool_call>";

    private ToolSamples() {}

    /** Serves {@code duo}, which has that format. */
    static ScriptedApi api() {
        return new ScriptedApi(Catalogs.duo(Catalogs.withTools("{% if tools %}<tool_call> \"arguments\"{% endif %}")));
    }
}
