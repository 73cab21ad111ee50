package io.tokenrouter.engine.tokenizer.template;

import com.hubspot.jinjava.interpret.JinjavaInterpreter;
import com.hubspot.jinjava.lib.exptest.ExpTest;
import com.hubspot.jinjava.lib.filter.Filter;
import java.beans.FeatureDescriptor;
import java.util.Arrays;
import java.util.Collections;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import jinjava.javax.el.ELContext;
import jinjava.javax.el.ELException;
import jinjava.javax.el.ELResolver;
import org.jspecify.annotations.Nullable;

/**
 * All that a template can reach: entries of maps, lists and strings, the figures of a loop, Python's methods, and jinjava's
 * filters and tests. There is no way from here to a property or method of a Java class.
 */
final class PythonResolver extends ELResolver {

    @Override
    public @Nullable Object getValue(ELContext context, @Nullable Object base, @Nullable Object property) {
        context.setPropertyResolved(true);
        String name = String.valueOf(property);
        return switch (base) {
            case null -> null;
            case Map<?, ?> map -> map.get(name);
            case List<?> list -> element(list, name);
            case CharSequence text -> character(text.toString(), name);
            case LoopFigures loop -> loop.attribute(name);
            default -> null;
        };
    }

    private static @Nullable Object element(List<?> list, String index) {
        int at = index(index, list.size());
        return at < 0 ? null : list.get(at);
    }

    private static @Nullable Object character(String text, String index) {
        int at = index(index, text.length());
        return at < 0 ? null : text.substring(at, at + 1);
    }

    /** Negative indices count from the end; -1 if it is no index or outside. */
    private static int index(String index, int size) {
        if (!index.matches("-?\\d{1,9}")) {
            return -1;
        }
        int at = Integer.parseInt(index);
        at = at < 0 ? at + size : at;
        return at < size ? Math.max(at, -1) : -1;
    }

    @Override
    public @Nullable Object invoke(
            ELContext context,
            @Nullable Object base,
            @Nullable Object method,
            Class<?> @Nullable [] types,
            Object @Nullable [] arguments) {
        context.setPropertyResolved(true);
        Object[] given = arguments == null ? new Object[0] : arguments;
        String name = String.valueOf(method);
        if (base instanceof Filter filter && name.equals("filter")) {
            return filter(filter, given);
        }
        if (base instanceof ExpTest test && given.length >= 2) {
            JinjavaInterpreter interpreter = (JinjavaInterpreter) given[1];
            Object[] rest = Arrays.copyOfRange(given, 2, given.length);
            return name.equals("evaluateNegated")
                    ? test.evaluateNegated(given[0], interpreter, rest)
                    : test.evaluate(given[0], interpreter, rest);
        }
        return base instanceof LoopFigures loop
                ? loop.call(name, Arrays.asList(given))
                : PythonMethods.call(base, name, Arrays.asList(given));
    }

    @SuppressWarnings("unchecked")
    private static @Nullable Object filter(Filter filter, Object[] given) {
        RenderLimits.values(given[0]);
        JinjavaInterpreter interpreter = (JinjavaInterpreter) given[1];
        boolean hasArguments = given.length == 4 && given[2] instanceof Object[] && given[3] instanceof Map;
        return filter.filter(
                given[0],
                interpreter,
                hasArguments ? (Object[]) given[2] : new Object[0],
                hasArguments ? (Map<String, Object>) given[3] : Collections.emptyMap());
    }

    @Override
    public Class<?> getType(ELContext context, @Nullable Object base, @Nullable Object property) {
        context.setPropertyResolved(true);
        return Object.class;
    }

    @Override
    public void setValue(ELContext context, @Nullable Object base, @Nullable Object property, @Nullable Object value) {
        throw new ELException("a template cannot change what it was given");
    }

    @Override
    public boolean isReadOnly(ELContext context, @Nullable Object base, @Nullable Object property) {
        context.setPropertyResolved(true);
        return true;
    }

    @Override
    public @Nullable Iterator<FeatureDescriptor> getFeatureDescriptors(ELContext context, @Nullable Object base) {
        return null;
    }

    @Override
    public Class<?> getCommonPropertyType(ELContext context, @Nullable Object base) {
        return Object.class;
    }
}
