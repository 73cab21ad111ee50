package io.tokenrouter.app.tools;

/** Calls as models write them. */
final class Samples {

    private Samples() {}

    /** One call; several may stand one behind the other. */
    static String written(CallFormat format, String name, String arguments) {
        String named = "{\"name\": \"" + name + "\", \"arguments\": " + arguments + "}";
        return switch (format) {
            case HERMES, QWEN3_CODER -> "<tool_call>\n" + named + "\n</tool_call>\n";
            case MISTRAL -> "[TOOL_CALLS][" + named + "]";
            case MISTRAL_ARGS -> "[TOOL_CALLS]" + name + "[ARGS]" + arguments;
            case GRANITE -> "<|tool_call|>[" + named + "]";
            case DEEPSEEK_V31 -> "<｜tool▁call▁begin｜>" + name + "<｜tool▁sep｜>" + arguments + "<｜tool▁call▁end｜>";
            case LLAMA3_JSON -> named.replace("\"arguments\"", "\"parameters\"") + "; ";
        };
    }
}
