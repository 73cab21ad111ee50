package io.tokenrouter.engine.tokenizer.template;

import com.hubspot.jinjava.Jinjava;
import com.hubspot.jinjava.interpret.JinjavaInterpreter;
import com.hubspot.jinjava.lib.fn.ELFunctionDefinition;
import com.hubspot.jinjava.objects.date.StrftimeFormatter;
import java.time.ZonedDateTime;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** The functions that Hugging Face adds to Jinja for chat templates. */
public final class TemplateFunctions {

    /** Name under which a render keeps its time. */
    static final String NOW = "__now__";

    private TemplateFunctions() {}

    static void register(Jinjava jinjava) {
        jinjava.registerFunction(new ELFunctionDefinition(
                "", "raise_exception", TemplateFunctions.class, "raiseException", Object.class));
        jinjava.registerFunction(
                new ELFunctionDefinition("", "strftime_now", TemplateFunctions.class, "strftimeNow", String.class));
    }

    /** Ends the rendering with the template's own message. Called by jinjava. */
    public static Object raiseException(@Nullable Object message) {
        throw new TemplateRefusal(String.valueOf(message));
    }

    /** The time of the render by a {@code strftime} pattern. Called by jinjava. */
    public static String strftimeNow(String pattern) {
        Object now = JinjavaInterpreter.getCurrent().getContext().get(NOW);
        return StrftimeFormatter.format((ZonedDateTime) now, pattern, Locale.ENGLISH);
    }
}
