package io.tokenrouter.ui;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.json.JsonMapper;

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
        List<AlgorithmForm> algorithms,
        @Nullable PairView example,
        int vocabulary,
        @Nullable MeasuredQuality quality) {

    /** An entry of the list. */
    record Pick(String name, int version, String summary, boolean current) {}

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
                        .map(algorithm -> AlgorithmForm.of(
                                algorithm,
                                "o",
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

    /** What was measured of the pair as JSON for the browser; null where nothing was. */
    public @Nullable String qualityText() {
        return quality == null ? null : JsonMapper.shared().writeValueAsString(quality);
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
}
