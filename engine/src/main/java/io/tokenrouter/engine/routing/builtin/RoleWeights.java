package io.tokenrouter.engine.routing.builtin;

import io.tokenrouter.engine.routing.Options;
import io.tokenrouter.engine.routing.Role;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * How much each model's row counts.
 *
 * @param roles at least two, none twice; the token counts as the first one's
 * @param weights one for each, some not 0
 */
record RoleWeights(List<Role> roles, List<Float> weights) {

    /** Bounds of a weight. */
    static final double MOST = 10;

    private static final int FEWEST = 2;
    private static final Pattern PART = Pattern.compile("\\s*([a-z0-9-]{1,32})\\s*[=:]\\s*([-+]?[0-9.]{1,16})\\s*");

    RoleWeights {
        roles = List.copyOf(roles);
        weights = List.copyOf(weights);
    }

    static RoleWeights of(double large, double small) {
        return new RoleWeights(List.of(Role.LARGE, Role.SMALL), List.of((float) large, (float) small));
    }

    /**
     * @param option that the text is of
     * @param text such as {@code large=1, small=1, base=-1}
     * @throws io.tokenrouter.engine.api.EngineException INVALID_REQUEST that says what is wrong with it
     */
    static RoleWeights parse(String option, String text) {
        List<Role> roles = new ArrayList<>();
        List<Float> weights = new ArrayList<>();
        for (String part : text.split(",", -1)) {
            Matcher read = PART.matcher(part);
            if (!read.matches()) {
                throw Options.invalid(
                        option,
                        "must be roles with their weights, such as large=1, small=1, base=-1, with a comma between");
            }
            roles.add(new Role(read.group(1)));
            weights.add(weight(option, read.group(2)));
        }
        if (roles.size() < FEWEST || new HashSet<>(roles).size() != roles.size()) {
            throw Options.invalid(option, "must name two roles at least, none of them twice");
        }
        return new RoleWeights(roles, weights);
    }

    private static float weight(String option, String number) {
        double weight;
        try {
            weight = Double.parseDouble(number);
        } catch (NumberFormatException notANumber) {
            weight = Double.NaN;
        }
        if (!(Math.abs(weight) <= MOST)) {
            throw Options.invalid(option, "must have weights from -10 to 10");
        }
        return (float) weight;
    }

    boolean areAllZero() {
        return weights.stream().allMatch(weight -> weight == 0);
    }

    boolean hasNegative() {
        return weights.stream().anyMatch(weight -> weight < 0);
    }
}
