package io.tokenrouter.app.tools;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.regex.Pattern;

/**
 * How a family of models writes calls. Recognised by the chat template, which shows the model the format that it was trained on. The
 * names are those of the parsers that other servers let their operators choose.
 */
public enum CallFormat {
    /** Qwen3-Coder: {@code <tool_call><function=name><parameter=key>value</parameter></function></tool_call>}. */
    QWEN3_CODER("qwen3_coder", List.of("<tool_call>", XmlAttempt.OPENING), List.of("</tool_call>"), has("<function=")) {

        @Override
        CallAttempt attempt(String marker, Map<String, Tool> tools, CallSink sink) {
            return marker.equals(XmlAttempt.OPENING)
                    ? new XmlAttempt(tools, sink, true)
                    : new ForkedAttempt(first -> first == '{' ? json("{", sink) : new XmlAttempt(tools, sink, false));
        }
    },
    /** Hermes, Qwen2.5, Qwen3, SmolLM3: {@code <tool_call>{"name": "f", "arguments": {}}</tool_call>}. */
    HERMES(
            "hermes",
            List.of("<tool_call>"),
            List.of("</tool_call>"),
            has("<tool_call>").and(has("\"arguments\""))) {

        @Override
        CallAttempt attempt(String marker, Map<String, Tool> tools, CallSink sink) {
            return json("{", sink);
        }
    },
    /** Mistral from Large 2411 on: <code>[TOOL_CALLS]name[ARGS]{}</code>. */
    MISTRAL_ARGS(
            "mistral_args",
            List.of("[TOOL_CALLS]"),
            List.of(),
            has("[TOOL_CALLS]").and(has("[ARGS]"))) {

        @Override
        CallAttempt attempt(String marker, Map<String, Tool> tools, CallSink sink) {
            return mistral(sink);
        }
    },
    /** Mistral: <code>[TOOL_CALLS][{"name": "f", "arguments": {}}]</code>. */
    MISTRAL("mistral", List.of("[TOOL_CALLS]"), List.of(), has("[TOOL_CALLS]")) {

        @Override
        CallAttempt attempt(String marker, Map<String, Tool> tools, CallSink sink) {
            return mistral(sink);
        }
    },
    /** Granite 3, Phi-4-mini: <code>&lt;|tool_call|>[{"name": "f", "arguments": {}}]</code>. */
    GRANITE("granite", List.of("<|tool_call|>"), List.of("<|/tool_call|>"), has("<|tool_call|>")) {

        @Override
        CallAttempt attempt(String marker, Map<String, Tool> tools, CallSink sink) {
            return json("[{", sink);
        }
    },
    /** DeepSeek-V3.1: a name, a separator and arguments between markers. */
    DEEPSEEK_V31(
            "deepseek_v31",
            List.of("<｜tool▁calls▁begin｜><｜tool▁call▁begin｜>", "<｜tool▁call▁begin｜>"),
            List.of("<｜tool▁call▁end｜>", "<｜tool▁calls▁end｜>"),
            has("<｜tool▁call▁begin｜>").and(has("```json").negate())) {

        @Override
        CallAttempt attempt(String marker, Map<String, Tool> tools, CallSink sink) {
            return new HeadedAttempt(DEEPSEEK_HEAD, sink);
        }
    },
    /** Llama 3: the whole answer is <code>{"name": "f", "parameters": {}}</code>, with or without a marker before it. */
    LLAMA3_JSON(
            "llama3_json",
            List.of("<|python_tag|>"),
            List.of(";"),
            has("<|start_header_id|>").and(has("\"parameters\""))) {

        @Override
        CallAttempt attempt(String marker, Map<String, Tool> tools, CallSink sink) {
            return json("{", sink);
        }

        @Override
        boolean startsBare() {
            return true;
        }
    };

    private static final Pattern MISTRAL_HEAD =
            Pattern.compile("\\s*([\\w.-]+)\\s*(?:\\[CALL_ID]\\w*)?(?:\\[ARGS])?\\s*");
    private static final Pattern DEEPSEEK_HEAD = Pattern.compile("\\s*([\\w.-]+)<｜tool▁sep｜>\\s*");

    /** A template that is given tools says their name in a tag. */
    private static final Pattern SHOWS_TOOLS = Pattern.compile("\\{[%{][^{}]*\\btools\\b");

    private final String label;
    private final List<String> markers;
    private final List<String> trailers;
    private final Predicate<String> template;

    CallFormat(String label, List<String> markers, List<String> trailers, Predicate<String> template) {
        this.label = label;
        this.markers = markers;
        this.trailers = trailers;
        this.template = template;
    }

    /**
     * The format of a model's calls; nothing where the template shows no tools or the format is none of these.
     *
     * @param template source of the chat template
     */
    public static Optional<CallFormat> of(String template) {
        if (!showsTools(template)) {
            return Optional.empty();
        }
        for (CallFormat each : values()) {
            if (each.template.test(template)) {
                return Optional.of(each);
            }
        }
        return Optional.empty();
    }

    /** Whether a chat template tells the model of tools at all. */
    public static boolean showsTools(String template) {
        return SHOWS_TOOLS.matcher(template).find();
    }

    /** As it is told to callers. */
    public String label() {
        return label;
    }

    /** Texts with which a call begins. */
    List<String> markers() {
        return markers;
    }

    /** Texts that may stand behind a call and say nothing. */
    List<String> trailers() {
        return trailers;
    }

    /** Whether a brace at the beginning of the answer, or behind another call, may begin one as well. */
    boolean startsBare() {
        return false;
    }

    /**
     * Reads what follows a marker.
     *
     * @param marker one of {@link #markers()}, or empty for a bare beginning
     * @param tools by name
     * @param sink hears of the calls
     */
    abstract CallAttempt attempt(String marker, Map<String, Tool> tools, CallSink sink);

    private static CallAttempt json(String opening, CallSink sink) {
        return new JsonAttempt(opening, sink);
    }

    private static CallAttempt mistral(CallSink sink) {
        return new ForkedAttempt(
                first -> first == '[' || first == '{' ? json("[{", sink) : new HeadedAttempt(MISTRAL_HEAD, sink));
    }

    private static Predicate<String> has(String part) {
        return template -> template.contains(part);
    }
}
