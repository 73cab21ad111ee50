package io.tokenrouter.app.v1;

import io.tokenrouter.app.tools.CallGrammar;
import io.tokenrouter.app.tools.Tool;
import io.tokenrouter.engine.grammar.Grammar;
import io.tokenrouter.engine.grammar.UnsupportedSchemaException;
import io.tokenrouter.engine.text.JsonText;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What an answer must be because of tools. */
final class ToolForms {

    private ToolForms() {}

    /**
     * A forced call is the whole answer. Where the model has the choice and {@code response_format} asks for a form, it either calls
     * or answers in that form.
     *
     * @param format what {@code response_format} asks for; null for any text
     * @return null for any text
     * @throws ApiException 400 where both cannot be had
     */
    static @Nullable AnswerForm of(@Nullable ToolUse use, @Nullable AnswerForm format) {
        if (use == null) {
            return format;
        }
        if (!use.isForced()) {
            return format == null ? null : either(format, calls(use, use.tools()));
        }
        if (format != null) {
            throw ApiException.invalid(
                    "response_format",
                    "tool_choice makes the answer a call and nothing else, so it cannot have the form that"
                            + " response_format asks for; leave one of them out.");
        }
        return calls(use, use.forced());
    }

    private static AnswerForm either(AnswerForm format, AnswerForm calls) {
        return new AnswerForm(
                format.place(),
                format.key() + " or " + calls.key(),
                () -> Grammar.choice(
                        List.of(format.grammar().get(), calls.grammar().get())));
    }

    private static AnswerForm calls(ToolUse use, List<Tool> tools) {
        StringBuilder key = new StringBuilder(use.format().label() + (use.parallel() ? " calls" : " call"));
        for (Tool tool : tools) {
            key.append(' ').append(tool.name()).append(' ').append(JsonText.compact(tool.parameters()));
        }
        return new AnswerForm(
                "tools",
                key.toString(),
                () -> CallGrammar.of(
                        use.format(),
                        tools.stream().map(tool -> call(use, tool)).toList(),
                        use.parallel()));
    }

    private static Grammar call(ToolUse use, Tool tool) {
        try {
            return CallGrammar.call(use.format(), tool);
        } catch (UnsupportedSchemaException unsupported) {
            throw AnswerForms.unsupported("tools[" + use.tools().indexOf(tool) + "].function.parameters", unsupported);
        }
    }
}
