package io.tokenrouter.engine.tokenizer.template;

import com.hubspot.jinjava.interpret.JinjavaInterpreter;
import com.hubspot.jinjava.lib.filter.BatchFilter;
import com.hubspot.jinjava.lib.filter.CenterFilter;
import com.hubspot.jinjava.lib.filter.Filter;
import com.hubspot.jinjava.lib.filter.FormatFilter;
import com.hubspot.jinjava.lib.filter.IndentFilter;
import com.hubspot.jinjava.lib.filter.ReplaceFilter;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** One of jinjava's filters whose result can be much longer than what it is given, with a look at how long that will be. */
final class BoundedFilter implements Filter {

    /** Throws if a result would be too large. */
    private interface Check {
        void check(String text, List<String> arguments);
    }

    private final Filter filter;
    private final Check check;

    private BoundedFilter(Filter filter, Check check) {
        this.filter = filter;
        this.check = check;
    }

    static List<Filter> all() {
        return List.of(
                new BoundedFilter(
                        new CenterFilter(),
                        (text, arguments) -> RenderLimits.characters(text.length() + largest(arguments))),
                new BoundedFilter(
                        new IndentFilter(),
                        (text, arguments) ->
                                RenderLimits.characters(text.length() + (1 + lines(text)) * largest(arguments))),
                new BoundedFilter(new ReplaceFilter(), (text, arguments) -> {
                    if (arguments.size() > 1) {
                        PythonStrings.checkReplace(text, arguments.get(0), arguments.get(1), PythonStrings.NO_LIMIT);
                    }
                }),
                new BoundedFilter(
                        new FormatFilter(), (text, arguments) -> RenderLimits.characters(formatted(text, arguments))),
                new BoundedFilter(new BatchFilter(), (text, arguments) -> RenderLimits.items(largest(arguments))));
    }

    @Override
    public String getName() {
        return filter.getName();
    }

    @Override
    public @Nullable Object filter(
            @Nullable Object value, JinjavaInterpreter interpreter, Object[] arguments, Map<String, Object> named) {
        List<String> texts = new ArrayList<>();
        Collections.addAll(texts, texts(arguments));
        Collections.addAll(texts, texts(named.values().toArray()));
        check.check(value instanceof CharSequence text ? text.toString() : "", texts);
        return filter.filter(value, interpreter, arguments, named);
    }

    @Override
    public @Nullable Object filter(@Nullable Object value, JinjavaInterpreter interpreter, String... arguments) {
        return filter(value, interpreter, arguments, Map.of());
    }

    private static String[] texts(Object[] values) {
        String[] texts = new String[values.length];
        for (int i = 0; i < values.length; i++) {
            texts[i] = values[i] instanceof CharSequence || values[i] instanceof Number ? values[i].toString() : "";
        }
        return texts;
    }

    private static long largest(List<String> arguments) {
        return arguments.stream().mapToLong(BoundedFilter::largestNumber).max().orElse(0);
    }

    private static long lines(String text) {
        return text.chars().filter(c -> c == '\n').count();
    }

    /** As long as if every specifier had the largest of all widths and put out all arguments. */
    private static long formatted(String text, List<String> arguments) {
        long specifiers = text.chars().filter(c -> c == '%').count();
        long each = largestNumber(text)
                + arguments.stream().mapToLong(String::length).sum();
        return text.length() + specifiers * each;
    }

    /** The largest run of digits as a number, which stops growing where it is too large for anything. */
    private static long largestNumber(String text) {
        long largest = 0;
        long number = 0;
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            number = c >= '0' && c <= '9' ? Math.min(number * 10 + c - '0', Integer.MAX_VALUE) : 0;
            largest = Math.max(largest, number);
        }
        return largest;
    }
}
