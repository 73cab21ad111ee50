package io.tokenrouter.app.tools;

import io.tokenrouter.engine.grammar.Grammar;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;

/**
 * Answers that are calls and nothing else, in a model's own format, with arguments that are valid to the tool's schema. {@link
 * CallReader} finds exactly these calls in them.
 *
 * <p>Models that write arguments as markup are held to the JSON form that stands between the same markers: what JSON Schema says of a
 * text without quotes could not be enforced.
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
     * @param tools at least one
     * @param arguments of a tool: JSON documents without white space
     * @param several whether there may be more than one call
     */
    public static Grammar of(CallFormat format, List<Tool> tools, Function<Tool, Grammar> arguments, boolean several) {
        Form form = form(format);
        List<Grammar> each = new ArrayList<>();
        for (Tool tool : tools) {
            each.add(sequence(
                    text(form.beforeName + tool.name() + form.beforeArguments),
                    arguments.apply(tool),
                    text(form.behind)));
        }
        Grammar call = Grammar.choice(each);
        Grammar calls =
                several ? sequence(call, Grammar.repeat(sequence(text(form.between), call), 0, MOST_CALLS - 1)) : call;
        return sequence(text(form.before), calls, text(form.after));
    }

    private static Form form(CallFormat format) {
        String name = "{\"name\": \"";
        String arguments = "\", \"arguments\": ";
        return switch (format) {
            case HERMES, QWEN3_CODER -> new Form("", "<tool_call>\n" + name, arguments, "}\n</tool_call>", "\n", "");
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
