package io.tokenrouter.ui;

import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * One option of an algorithm as a form shows it.
 *
 * @param id of its control
 * @param value as it is saved or by default, as a control shows it; empty where it is not set
 * @param was the saved value; null where the policy leaves it out
 * @param range with the API's name and the default
 * @param check what ticking it does; empty unless it is a flag
 * @param threshold whether it is the algorithm's threshold
 * @param needs option and value, such as {@code gate=entropy}, without which it does nothing; null where it always counts
 * @param needsLabel what people call that option; empty where there is none
 */
record OptionField(
        String id,
        String name,
        String label,
        String type,
        String value,
        @Nullable String was,
        double min,
        double max,
        String step,
        String unit,
        String help,
        String range,
        String check,
        List<String> choices,
        boolean threshold,
        @Nullable String needs,
        String needsLabel) {

    private static final Map<String, String> LABELS = Map.ofEntries(
            Map.entry("metric", "Measure"),
            Map.entry("enter", "Ask large from"),
            Map.entry("exit", "Hand back below"),
            Map.entry("window", "Average over"),
            Map.entry("minStay", "Shortest stay"),
            Map.entry("mode", "Then"),
            Map.entry("normalised", "Scale"),
            Map.entry("role", "Who writes"),
            Map.entry("p", "Large share"),
            Map.entry("seed", "Seed"),
            Map.entry("k", "Draft"),
            Map.entry("accept", "Drafts stand"),
            Map.entry("deferral", "Deferral rule"),
            Map.entry("alpha", "Tolerance"),
            Map.entry("maxLoss", "Largest loss"),
            Map.entry("fallbackProb", "Draft while above"),
            Map.entry("delimiter", "A step ends with"),
            Map.entry("tau", "Ask large above"),
            Map.entry("minStep", "Shortest step"),
            Map.entry("maxStep", "Longest step"),
            Map.entry("redo", "First token"),
            Map.entry("open", "A call begins with"),
            Map.entry("close", "A call ends with"),
            Map.entry("maxCalls", "Most calls"),
            Map.entry("maxPerCall", "Longest call"),
            Map.entry("checkpoint", "Router head"),
            Map.entry("threshold", "Ask large from"),
            Map.entry("weightLarge", "Weight of large"),
            Map.entry("weightSmall", "Weight of small"),
            Map.entry("weights", "Weights by role"),
            Map.entry("scorer", "Who rates"),
            Map.entry("scorerRole", "Role that scores"),
            Map.entry("acceptReward", "Steps stand from"),
            Map.entry("space", "What is weighed"),
            Map.entry("plausibility", "Least plausibility"),
            Map.entry("maskBy", "Plausible to"),
            Map.entry("topK", "Ids at most"),
            Map.entry("gate", "Together where"),
            Map.entry("ownTemplates", "Templates"),
            Map.entry("reading", "How a rating is read"),
            Map.entry("rubric", "What is asked"),
            Map.entry("firstN", "First steps by large"));

    /** What ticking a flag does; one that is not here is turned on. */
    private static final Map<String, String> CHECKS = Map.of(
            "normalised", "Divide by the largest possible entropy",
            "redo", "The large model writes it anew",
            "ownTemplates", "Each model reads its own");

    /** By algorithm and option: the option and its value without which another does nothing. */
    private static final Map<String, String> NEEDS = Map.of("fuse.tau", "gate=entropy");

    /**
     * @param prefix of the ids of the page's form
     * @param saved values of the policy; what it leaves out has its default
     */
    static OptionField of(
            AlgorithmView algorithm, AlgorithmView.Option option, String prefix, Map<String, Object> saved) {
        Object value = saved.getOrDefault(option.name(), option.defaultValue());
        Object was = saved.get(option.name());
        String needs = NEEDS.get(algorithm.name() + "." + option.name());
        return new OptionField(
                prefix + "-" + algorithm.name() + "-" + option.name(),
                option.name(),
                label(option.name()),
                option.type(),
                value == null ? "" : plain(value),
                was == null ? null : plain(was),
                option.min(),
                option.max(),
                option.type().equals("integer") ? "1" : "any",
                option.unit(),
                option.help(),
                option.name() + ", " + option.range()
                        + (option.defaultValue() == null ? "" : ", default " + plain(option.defaultValue())),
                option.type().equals("flag") ? CHECKS.getOrDefault(option.name(), "On") : "",
                option.choices(),
                option.name().equals(algorithm.thresholdOption()),
                needs,
                needs == null ? "" : label(needs.substring(0, needs.indexOf('='))));
    }

    /** When it counts, in words; empty where it always does. */
    public String hint() {
        return needs == null
                ? ""
                : "Does nothing while “" + needsLabel + "” is not " + needs.substring(needs.indexOf('=') + 1) + ".";
    }

    private static String label(String option) {
        return LABELS.getOrDefault(option, option);
    }

    private static String plain(Object value) {
        return escaped(Figures.plain(value));
    }

    /** A control of one line shows a line break as JSON spells it. */
    private static String escaped(String text) {
        return text.replace("\\", "\\\\")
                .replace("\n", "\\n")
                .replace("\r", "\\r")
                .replace("\t", "\\t");
    }
}
