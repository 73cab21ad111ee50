package io.tokenrouter.engine.tokenizer.template;

import com.hubspot.jinjava.interpret.JinjavaInterpreter;
import com.hubspot.jinjava.lib.filter.Filter;
import io.tokenrouter.engine.text.PythonNumbers;
import org.jspecify.annotations.Nullable;

/** {@code string}: what Python's {@code str} makes of a value. */
final class StringFilter implements Filter {

    @Override
    public String getName() {
        return "string";
    }

    @Override
    public Object filter(@Nullable Object value, JinjavaInterpreter interpreter, String... arguments) {
        return switch (value) {
            case null -> "None";
            case Boolean flag -> flag ? "True" : "False";
            case Number number -> PythonNumbers.repr(number);
            default -> interpreter.getAsString(value);
        };
    }
}
