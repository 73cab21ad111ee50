package io.tokenrouter.engine.routing;

import io.tokenrouter.engine.api.EngineException;
import io.tokenrouter.engine.heads.HeadLibrary;
import io.tokenrouter.engine.heads.RouterHead;
import io.tokenrouter.engine.model.ModelFormatException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Options of an algorithm: known, of the right type, each within its range, with defaults filled in. Immutable. */
public final class Options {

    private static final String PREFIX = "routing.options.";

    private final Map<String, Object> values;
    private final HeadLibrary heads;

    private Options(Map<String, Object> values, HeadLibrary heads) {
        this.values = values;
        this.heads = heads;
    }

    /**
     * @param heads those that options may name
     * @param given option name to value, as an operator or a request wrote them
     * @throws EngineException INVALID_REQUEST for an unknown option and for a value outside its range
     */
    static Options check(AlgorithmFactory factory, HeadLibrary heads, Map<String, Object> given) {
        Map<String, Object> values = new LinkedHashMap<>();
        List<String> known = new ArrayList<>();
        for (OptionSpec spec : factory.options()) {
            known.add(spec.name());
            Object value = given.get(spec.name());
            if (value != null) {
                values.put(spec.name(), spec.check(value, PREFIX + spec.name()));
            } else if (spec.defaultValue() != null) {
                values.put(spec.name(), spec.defaultValue());
            }
        }
        for (String name : given.keySet()) {
            if (!known.contains(name)) {
                throw EngineException.invalid(
                        PREFIX + Suggestions.shorten(name),
                        factory.name() + " has no option '" + Suggestions.shorten(name) + "'"
                                + Suggestions.didYouMean(name, known) + " it takes " + String.join(", ", known) + ".");
            }
        }
        return new Options(values, heads);
    }

    /** A refusal that names the option; for what two options say together. */
    public static EngineException invalid(String option, String message) {
        return EngineException.invalid(PREFIX + option, PREFIX + option + " " + message);
    }

    /** False for an option that was left out and has no default. */
    public boolean isSet(String name) {
        return values.containsKey(name);
    }

    public double number(String name) {
        return get(name, Double.class);
    }

    /** A whole number that its range keeps within an int. */
    public int integer(String name) {
        return Math.toIntExact(wide(name));
    }

    public long wide(String name) {
        return get(name, Long.class);
    }

    public String choice(String name) {
        return get(name, String.class);
    }

    public String text(String name) {
        return get(name, String.class);
    }

    /**
     * The router head that a text names.
     *
     * @throws EngineException INVALID_REQUEST if there is none, or its file cannot be used
     */
    public RouterHead head(String name) {
        String id = text(name);
        try {
            return heads.find(id).orElseThrow(() -> invalid(name, "names no router head: " + unknown(id)));
        } catch (ModelFormatException damaged) {
            throw invalid(name, "names a router head that cannot be used: " + damaged.getMessage());
        }
    }

    private String unknown(String id) {
        List<String> ids = heads.ids();
        String there = ids.isEmpty() ? "there are none" : "heads: " + String.join(", ", ids);
        return "'" + Suggestions.shorten(id) + "'" + Suggestions.didYouMean(id, ids) + " " + there;
    }

    public boolean flag(String name) {
        return get(name, Boolean.class);
    }

    private <T> T get(String name, Class<T> type) {
        @Nullable Object value = values.get(name);
        if (value == null) {
            throw new IllegalArgumentException("option " + name + " is not set");
        }
        return type.cast(value);
    }
}
