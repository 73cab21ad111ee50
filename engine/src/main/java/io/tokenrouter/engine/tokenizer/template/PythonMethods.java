package io.tokenrouter.engine.tokenizer.template;

import com.hubspot.jinjava.objects.collections.PyList;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import jinjava.javax.el.ELException;
import org.jspecify.annotations.Nullable;

/** The methods of Python's strings and dictionaries that templates call. */
final class PythonMethods {

    private PythonMethods() {}

    /** @throws ELException if there is no such method, or not with these arguments */
    static @Nullable Object call(@Nullable Object target, String method, List<Object> arguments) {
        if (target instanceof CharSequence text) {
            return ofText(text.toString(), method, arguments);
        }
        if (target instanceof Map<?, ?> map) {
            return ofMap(map, method, arguments);
        }
        throw unknown(target, method);
    }

    /** What Python calls the type of a value. */
    static String typeName(@Nullable Object value) {
        return switch (value) {
            case null -> "none";
            case CharSequence text -> "str";
            case Boolean flag -> "bool";
            case Number number -> "number";
            case Map<?, ?> map -> "dict";
            case Collection<?> items -> "list";
            default -> "internal";
        };
    }

    private static Object ofText(String text, String method, List<Object> arguments) {
        return switch (method) {
            case "strip" -> PythonStrings.strip(text, optionalText(arguments), true, true);
            case "lstrip" -> PythonStrings.strip(text, optionalText(arguments), true, false);
            case "rstrip" -> PythonStrings.strip(text, optionalText(arguments), false, true);
            case "startswith" -> texts(arguments).stream().anyMatch(text::startsWith);
            case "endswith" -> texts(arguments).stream().anyMatch(text::endsWith);
            case "split" ->
                new PyList(new ArrayList<>(PythonStrings.split(text, optionalText(arguments), count(arguments, 1))));
            case "splitlines" -> lines(text);
            case "replace" -> PythonStrings.replace(text, text(arguments, 0), text(arguments, 1), count(arguments, 2));
            case "removeprefix" ->
                text.startsWith(text(arguments, 0))
                        ? text.substring(text(arguments, 0).length())
                        : text;
            case "removesuffix" ->
                text.endsWith(text(arguments, 0))
                        ? text.substring(0, text.length() - text(arguments, 0).length())
                        : text;
            case "find" -> find(text, text(arguments, 0));
            case "upper" -> text.toUpperCase(Locale.ROOT);
            case "lower" -> text.toLowerCase(Locale.ROOT);
            case "capitalize" -> PythonStrings.capitalize(text);
            case "title" -> PythonStrings.title(text);
            case "isdigit" -> !text.isEmpty() && text.codePoints().allMatch(Character::isDigit);
            case "join" -> join(text, arguments);
            default -> throw unknown(text, method);
        };
    }

    private static @Nullable Object ofMap(Map<?, ?> map, String method, List<Object> arguments) {
        return switch (method) {
            case "items" -> map.entrySet();
            case "keys" -> new PyList(new ArrayList<>(map.keySet()));
            case "values" -> new PyList(new ArrayList<>(map.values()));
            case "get" -> {
                Object value = map.get(text(arguments, 0));
                yield value == null && arguments.size() > 1 ? arguments.get(1) : value;
            }
            default -> throw unknown(map, method);
        };
    }

    private static PyList lines(String text) {
        RenderLimits.parts(text.lines().count());
        return new PyList(new ArrayList<>(text.lines().toList()));
    }

    private static int find(String text, String sought) {
        RenderLimits.search(text, sought);
        return text.indexOf(sought);
    }

    private static String join(String separator, List<Object> arguments) {
        if (arguments.size() != 1 || !(arguments.getFirst() instanceof Collection<?> items)) {
            throw new ELException("join() needs a list");
        }
        long length = (long) separator.length() * items.size();
        for (Object item : items) {
            if (!(item instanceof CharSequence text)) {
                throw new ELException("join() needs texts, not " + typeName(item));
            }
            length += text.length();
        }
        RenderLimits.characters(length);
        return items.stream().map(String::valueOf).collect(Collectors.joining(separator));
    }

    private static String text(List<Object> arguments, int index) {
        if (index < arguments.size() && arguments.get(index) instanceof CharSequence text) {
            return text.toString();
        }
        throw new ELException("argument " + (index + 1) + " of a text's method must be a text");
    }

    private static @Nullable String optionalText(List<Object> arguments) {
        return arguments.isEmpty() || arguments.getFirst() == null ? null : text(arguments, 0);
    }

    /** One text or a list of them. */
    private static List<String> texts(List<Object> arguments) {
        if (!arguments.isEmpty() && arguments.getFirst() instanceof Collection<?> several) {
            return several.stream().map(String::valueOf).toList();
        }
        return List.of(text(arguments, 0));
    }

    private static int count(List<Object> arguments, int index) {
        return index < arguments.size() && arguments.get(index) instanceof Number number
                ? number.intValue()
                : PythonStrings.NO_LIMIT;
    }

    private static ELException unknown(@Nullable Object target, String method) {
        return new ELException("'" + typeName(target) + " object' has no attribute '" + method + "'");
    }
}
