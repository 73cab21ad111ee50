package io.tokenrouter.ui;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The page of one policy, or of one that is to be made.
 *
 * @param policies all of them
 * @param policy the one that is shown; null for a new one
 * @param algorithms with the form of each
 * @param example a pair whose recorded signals tell what a threshold comes to; null where no pair is registered
 * @param vocabulary ids of that pair's tokenizer; 0 where they are not known
 */
record PolicyPage(
        List<Pick> policies,
        @Nullable PolicyDetail policy,
        List<Form> algorithms,
        @Nullable PairView example,
        int vocabulary,
        @Nullable MeasuredQuality quality) {

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
            Map.entry("redo", "Write the first token anew"),
            Map.entry("open", "A call begins with"),
            Map.entry("close", "A call ends with"),
            Map.entry("maxCalls", "Most calls"),
            Map.entry("maxPerCall", "Longest call"),
            Map.entry("checkpoint", "Router head"),
            Map.entry("threshold", "Ask large from"),
            Map.entry("weightLarge", "Weight of large"),
            Map.entry("weightSmall", "Weight of small"),
            Map.entry("space", "What is weighed"),
            Map.entry("plausibility", "Least plausibility"),
            Map.entry("maskBy", "Plausible to"),
            Map.entry("topK", "Ids at most"),
            Map.entry("gate", "Together where"),
            Map.entry("ownTemplates", "Templates"),
            Map.entry("reading", "How a rating is read"),
            Map.entry("rubric", "What is asked"),
            Map.entry("firstN", "First steps by large"));

    /** An entry of the list. */
    record Pick(String name, int version, String summary, boolean current) {}

    /** The form of an algorithm; {@code chosen} for the one that the policy has. */
    record Form(
            String name,
            String help,
            boolean chosen,
            @Nullable String threshold,
            List<Field> fields) {}

    /**
     * One option.
     *
     * @param id of its control
     * @param value as it is saved or by default, as a control shows it; empty where it is not set
     * @param was the saved value; null where the policy leaves it out
     * @param range with the API's name and the default
     */
    record Field(
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
            List<String> choices,
            boolean threshold) {}

    /**
     * @param name null for a new policy
     * @return empty if there is no policy of this name
     */
    static Optional<PolicyPage> of(ConsoleCatalog catalog, ConsoleRegistry registry, @Nullable String name) {
        List<PolicyDetail> all = registry.policies();
        PolicyDetail shown = all.stream()
                .filter(policy -> policy.policy().name().equals(name))
                .findFirst()
                .orElse(null);
        if (name != null && shown == null) {
            return Optional.empty();
        }
        List<PairView> pairs = catalog.pairs();
        PairView example = pairs.stream()
                .filter(pair -> shown != null && shown.pairs().contains(pair.id()))
                .findFirst()
                .orElse(pairs.isEmpty() ? null : pairs.getFirst());
        String chosen = shown == null ? "uncertainty" : shown.policy().algorithm();
        return Optional.of(new PolicyPage(
                all.stream().map(policy -> pick(policy, name)).toList(),
                shown,
                registry.algorithms().stream()
                        .map(algorithm -> form(
                                algorithm,
                                algorithm.name().equals(chosen),
                                shown != null && algorithm.name().equals(chosen)
                                        ? shown.policy().options()
                                        : Map.of()))
                        .toList(),
                example,
                vocabulary(catalog, example),
                example == null ? null : example.quality()));
    }

    /** What stands above the form. */
    public String title() {
        return policy == null ? "New policy" : policy.policy().name();
    }

    /** What was measured of the pair, with this policy's place in it; null where nothing was. */
    public @Nullable AccuracyPlot plot() {
        return quality == null ? null : AccuracyPlot.of(quality, policy == null ? null : policy.policy());
    }

    /** The version that saving makes. */
    public int nextVersion() {
        return policy == null ? 1 : policy.policy().version() + 1;
    }

    private static int vocabulary(ConsoleCatalog catalog, @Nullable PairView pair) {
        return catalog.models().stream()
                .filter(model -> pair != null && model.id().equals(pair.smallId()))
                .mapToInt(ModelView::vocabularySize)
                .findFirst()
                .orElse(0);
    }

    private static Pick pick(PolicyDetail policy, @Nullable String current) {
        String users = policy.pairs().isEmpty() ? "not in use" : String.join(", ", policy.pairs());
        return new Pick(
                policy.policy().name(),
                policy.policy().version(),
                policy.policy().algorithm() + ", " + users,
                policy.policy().name().equals(current));
    }

    private static Form form(AlgorithmView algorithm, boolean chosen, Map<String, Object> saved) {
        List<Field> fields = new ArrayList<>();
        for (AlgorithmView.Option option : algorithm.options()) {
            Object value = saved.getOrDefault(option.name(), option.defaultValue());
            Object was = saved.get(option.name());
            fields.add(new Field(
                    "o-" + algorithm.name() + "-" + option.name(),
                    option.name(),
                    LABELS.getOrDefault(option.name(), option.name()),
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
                    option.choices(),
                    option.name().equals(algorithm.thresholdOption())));
        }
        return new Form(algorithm.name(), algorithm.help(), chosen, algorithm.thresholdOption(), fields);
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
