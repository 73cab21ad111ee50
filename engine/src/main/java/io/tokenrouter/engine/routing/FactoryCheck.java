package io.tokenrouter.engine.routing;

import io.tokenrouter.engine.api.EngineException;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Whether a factory describes itself as policies, forms and error messages need it. It may be anybody's. */
final class FactoryCheck {

    private static final Pattern NAME = Pattern.compile("[a-z][A-Za-z0-9-]{0,63}");
    private static final Pattern OPTION = Pattern.compile("[a-z][A-Za-z0-9]{0,63}");

    private FactoryCheck() {}

    /**
     * @return its name
     * @throws IllegalArgumentException that names the class and what is wrong with it
     */
    static String nameOf(AlgorithmFactory factory) {
        try {
            String name = Objects.requireNonNull(factory.name(), "name() is null");
            require(NAME.matcher(name).matches(), "the name '" + Suggestions.shorten(name) + "' must be " + NAME);
            require(!factory.help().isBlank(), "help() is blank");
            options(factory.options(), factory.thresholdOption());
            return name;
        } catch (RuntimeException | LinkageError fault) {
            throw new IllegalArgumentException(factory.getClass().getName() + ": " + reason(fault), fault);
        }
    }

    private static void options(List<OptionSpec> options, @Nullable String threshold) {
        Set<String> names = new HashSet<>();
        boolean found = threshold == null;
        for (OptionSpec option : options) {
            String name = option.name();
            require(OPTION.matcher(name).matches(), "the option '" + Suggestions.shorten(name) + "' must be " + OPTION);
            require(names.add(name), "it has two options " + name);
            if (option.defaultValue() != null) {
                option.check(option.defaultValue(), "the default of " + name);
            }
            found |= name.equals(threshold) && option.type() == OptionSpec.Type.NUMBER;
        }
        require(found, "thresholdOption() names '" + threshold + "', which is no option of type NUMBER");
    }

    private static void require(boolean holds, String fault) {
        if (!holds) {
            throw new IllegalArgumentException(fault);
        }
    }

    private static String reason(Throwable fault) {
        boolean told = fault instanceof IllegalArgumentException || fault instanceof EngineException;
        return told && fault.getMessage() != null ? fault.getMessage() : fault.toString();
    }
}
