package io.tokenrouter.engine.tokenizer.template;

import com.hubspot.jinjava.interpret.JinjavaInterpreter;
import com.hubspot.jinjava.lib.filter.Filter;
import io.tokenrouter.engine.text.JsonText;
import java.util.Map;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** {@code tojson} as Hugging Face defines it for chat templates: plain JSON, nothing escaped for HTML. */
final class ToJsonFilter implements Filter {

    private static final int MOST_INDENT = 64;

    @Override
    public String getName() {
        return "tojson";
    }

    @Override
    public Object filter(
            @Nullable Object value, JinjavaInterpreter interpreter, Object[] arguments, Map<String, Object> named) {
        if (!(named.get("indent") instanceof Number number)) {
            return filter(value, interpreter);
        }
        int indent = number.intValue();
        if (indent < 0 || indent > MOST_INDENT) {
            throw new TemplateRefusal(
                    "the chat template indents JSON by " + indent + "; 0 to " + MOST_INDENT + " are supported");
        }
        return bounded(() -> JsonText.indented(value, indent, RenderLimits.MOST_CHARACTERS));
    }

    @Override
    public Object filter(@Nullable Object value, JinjavaInterpreter interpreter, String... arguments) {
        return bounded(() -> JsonText.line(value, RenderLimits.MOST_CHARACTERS));
    }

    /** Jinjava takes an argument that is illegal for a method that is not there, and goes on without a value. */
    private static String bounded(Supplier<String> json) {
        try {
            return json.get();
        } catch (IllegalArgumentException e) {
            throw new TemplateRefusal("the chat template makes " + e.getMessage());
        }
    }
}
