package io.tokenrouter.engine.tokenizer.template;

import com.hubspot.jinjava.interpret.JinjavaInterpreter;
import com.hubspot.jinjava.lib.filter.Filter;
import io.tokenrouter.engine.text.JsonText;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** {@code tojson} as Hugging Face defines it for chat templates: plain JSON, nothing escaped for HTML. */
final class ToJsonFilter implements Filter {

    @Override
    public String getName() {
        return "tojson";
    }

    @Override
    public Object filter(
            @Nullable Object value, JinjavaInterpreter interpreter, Object[] arguments, Map<String, Object> named) {
        return named.get("indent") instanceof Number indent
                ? JsonText.indented(value, indent.intValue())
                : JsonText.line(value);
    }

    @Override
    public Object filter(@Nullable Object value, JinjavaInterpreter interpreter, String... arguments) {
        return JsonText.line(value);
    }
}
