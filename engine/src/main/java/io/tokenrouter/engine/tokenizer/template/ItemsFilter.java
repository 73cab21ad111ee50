package io.tokenrouter.engine.tokenizer.template;

import com.hubspot.jinjava.interpret.JinjavaInterpreter;
import com.hubspot.jinjava.lib.filter.Filter;
import java.util.Map;
import java.util.Set;
import jinjava.javax.el.ELException;
import org.jspecify.annotations.Nullable;

/** {@code items}: pairs of key and value. */
final class ItemsFilter implements Filter {

    @Override
    public String getName() {
        return "items";
    }

    @Override
    public Object filter(@Nullable Object value, JinjavaInterpreter interpreter, String... arguments) {
        return switch (value) {
            case null -> Set.of();
            case Map<?, ?> map -> map.entrySet();
            default -> throw new ELException("the template wants the entries of " + PythonMethods.typeName(value));
        };
    }
}
