package io.tokenrouter.app.tools;

import io.tokenrouter.engine.grammar.Grammar;
import io.tokenrouter.engine.grammar.UnsupportedSchemaException;
import java.util.List;

/**
 * Answers that are calls and nothing else, in a model's own format, with arguments that are valid to the tool's schema. {@link
 * CallReader} finds exactly these calls in them.
 */
public final class CallGrammar {

    /** Enough for a model that asks for many things at once; one that cannot stop is stopped. */
    private static final int MOST_CALLS = 16;

    private CallGrammar() {}

    /** How calls of a format are written. */
    private record Form(
            String before, String beforeName, String beforeArguments, String behind, String between, String after) {}

    /**
     * One or more calls.
     *
     * @param calls what {@link #call} gives for each tool; at least one
     * @param several whether there may be more than one call
     */
    public static Grammar of(CallFormat format, List<Grammar> calls, boolean several) {
        Form form = form(format);
        Grammar call = Grammar.choice(calls);
        Grammar all =
                several ? sequence(call, Grammar.repeat(sequence(text(form.between), call), 0, MOST_CALLS - 1)) : call;
        return sequence(text(form.before), all, text(form.after));
    }

    /**
     * A call of one tool.
     *
     * @throws UnsupportedSchemaException naming the place of the tool's parameters that cannot be enforced
     */
    public static Grammar call(CallFormat format, Tool tool) {
        Form form = form(format);
        return sequence(
                text(form.beforeName + tool.name() + form.beforeArguments),
                format == CallFormat.QWEN3_CODER ? XmlGrammar.arguments(tool) : Grammar.ofSchema(tool.parameters()),
                text(form.behind));
    }

    private static Form form(CallFormat format) {
        String name = "{\"name\": \"";
        String arguments = "\", \"arguments\": ";
        return switch (format) {
            case HERMES -> new Form("", "<tool_call>\n" + name, arguments, "}\n</tool_call>", "\n", "");
            case QWEN3_CODER ->
                new Form("", "<tool_call>\n" + XmlAttempt.OPENING, ">\n", "</function>\n</tool_call>", "\n", "");
            case MISTRAL -> new Form("[TOOL_CALLS][", name, arguments, "}", ", ", "]");
            case MISTRAL_ARGS -> new Form("", "[TOOL_CALLS]", "[ARGS]", "", "", "");
            case GRANITE -> new Form("<|tool_call|>[", name, arguments, "}", ", ", "]");
            case DEEPSEEK_V31 ->
                new Form(
                        "<｜tool▁calls▁begin｜>",
                        "<｜tool▁call▁begin｜>",
                        "<｜tool▁sep｜>",
                        "<｜tool▁call▁end｜>",
                        "",
                        "<｜tool▁calls▁end｜>");
            case LLAMA3_JSON -> new Form("", name, "\", \"parameters\": ", "}", "; ", "");
        };
    }

    private static Grammar sequence(Grammar... parts) {
        return Grammar.sequence(parts);
    }

    /** A sequence of nothing where there is no text. */
    private static Grammar text(String text) {
        return text.isEmpty() ? Grammar.sequence() : Grammar.text(text);
    }
}
