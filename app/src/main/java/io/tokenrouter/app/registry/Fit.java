package io.tokenrouter.app.registry;

import io.tokenrouter.app.registry.FitReport.Check;
import io.tokenrouter.app.registry.FitReport.Verdict;
import io.tokenrouter.engine.catalog.ModelInspection;
import io.tokenrouter.engine.catalog.PairCompatibility;
import io.tokenrouter.engine.catalog.VocabularyComparison;
import io.tokenrouter.engine.model.ModelConfig;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** Holds two model files against each other. */
final class Fit {

    /** The check that may come out otherwise at another time. */
    static final String MEMORY = "Memory";

    private Fit() {}

    /**
     * One of the two.
     *
     * @param part what it takes of the memory
     */
    record Member(String id, ModelInspection file, MemoryPlan.Part part) {

        /** @throws UnusableFile as {@link MemoryPlan#next} does */
        static Member of(ModelStatus model, ModelInspection file, MemoryPlan memory) {
            return new Member(model.id(), file, memory.next(model, file));
        }

        /** Tokens of its longest answer with the prompt: what its file says, or what its KV cache holds where that is less. */
        private long context() {
            ModelConfig config = file.description().config();
            return Math.min(config.contextLength(), pool() / kvOfToken());
        }

        private boolean isOnDevice() {
            return part.memory() instanceof OnDevice;
        }

        private boolean isCutShort() {
            return context() < file.description().config().contextLength();
        }

        private long pool() {
            return part.memory().keysAndValues();
        }

        private long weights() {
            return file.description().bytes();
        }

        private long kvOfThousand() {
            return 1000 * kvOfToken();
        }

        private long kvOfToken() {
            return ModelFacts.kvBytesPerToken(file.description().config(), part.memory());
        }

        private String memory() {
            return id + ": " + MemoryCheck.mebibytes(weights()) + " of weights, "
                    + MemoryCheck.mebibytes(kvOfThousand()) + " of KV cache per 1,000 tokens, "
                    + (part.loaded() ? "a pool of " : "a pool of about ") + MemoryCheck.mebibytes(pool())
                    + (isOnDevice() ? " on " + ModelFacts.device(part.memory()) : "");
        }
    }

    static FitReport of(Member first, Member second, Clock clock) {
        long start = System.nanoTime();
        ModelInspection small = first.file();
        ModelInspection large = second.file();
        PairCompatibility compatibility = PairCompatibility.of(first.id(), small, second.id(), large);
        VocabularyComparison ids = VocabularyComparison.of(small.vocabulary(), large.vocabulary());
        List<Check> checks = List.of(
                vocabulary(ids),
                controls(ids),
                ends(small, large),
                template(small, large),
                width(compatibility),
                context(first, second),
                memory(first, second));
        String noMemory = refusal(first, second);
        long millis = (System.nanoTime() - start) / 1_000_000;
        return new FitReport(
                compatibility.isCompatible() && noMemory == null,
                compatibility.difference().orElse(noMemory == null ? "" : noMemory),
                checks,
                ids,
                clock.instant(),
                millis);
    }

    /** The same with a model of a further role, which hands ids to the others as well. */
    static FitReport withRole(FitReport pair, String role, Member further, Member large, Clock clock) {
        FitReport other = of(further, large, clock);
        String noMemory = further.part().refusal() == null
                ? null
                : further.id() + ": " + further.part().refusal();
        String fault = other.agrees() ? noMemory : other.reason();
        List<Check> checks = new ArrayList<>(pair.checks());
        checks.add(new Check(
                "Role " + role,
                other.agrees() ? (noMemory == null ? Verdict.PASSED : Verdict.NOTE) : Verdict.FAILED,
                count(other.vocabulary().agreeing()) + " of "
                        + count(Math.max(
                                other.vocabulary().firstIds(),
                                other.vocabulary().secondIds())),
                fault == null ? further.memory() : fault));
        boolean isFirstFault = pair.fits() && fault != null;
        return new FitReport(
                pair.fits() && fault == null,
                isFirstFault ? fault : pair.reason(),
                checks,
                pair.agrees() && !other.agrees() ? other.vocabulary() : pair.vocabulary(),
                other.checkedAt(),
                pair.millis() + other.millis());
    }

    private static Check vocabulary(VocabularyComparison ids) {
        String figure = count(ids.agreeing()) + " of " + count(Math.max(ids.firstIds(), ids.secondIds()));
        return ids.firstDifference().isEmpty()
                ? new Check("Vocabulary", Verdict.PASSED, figure, "Every id stands for the same bytes")
                : new Check(
                        "Vocabulary",
                        Verdict.FAILED,
                        figure,
                        "First differing id " + count(ids.firstDifference().getAsInt()));
    }

    private static Check controls(VocabularyComparison ids) {
        return new Check(
                "Special tokens",
                ids.controls() == ids.agreeingControls() ? Verdict.PASSED : Verdict.NOTE,
                count(ids.agreeingControls()) + " of " + count(ids.controls()),
                "");
    }

    private static Check ends(ModelInspection small, ModelInspection large) {
        TreeSet<Integer> first = new TreeSet<>(small.vocabulary().endIds());
        TreeSet<Integer> second = new TreeSet<>(large.vocabulary().endIds());
        boolean equal = first.equals(second);
        return new Check(
                "End of text",
                equal ? Verdict.PASSED : Verdict.NOTE,
                listed(first) + (equal ? "" : " and " + listed(second)),
                equal ? "" : "Each of them ends an answer, whichever model writes it");
    }

    private static Check template(ModelInspection small, ModelInspection large) {
        if (small.chatTemplate().isEmpty()) {
            return new Check(
                    "Chat template",
                    Verdict.NOTE,
                    "none",
                    "The small model’s template is used and it has none: only plain prompts can be sent");
        }
        return small.chatTemplate().equals(large.chatTemplate())
                ? new Check("Chat template", Verdict.PASSED, "equal", "")
                : new Check(
                        "Chat template",
                        Verdict.NOTE,
                        large.chatTemplate().isEmpty() ? "small only" : "differ",
                        "The small model’s is used for both");
    }

    private static Check width(PairCompatibility models) {
        int small = models.small().logits();
        int large = models.large().logits();
        int padding =
                small - models.small().tokenizerIds() + large - models.large().tokenizerIds();
        return new Check(
                "Logits width",
                Verdict.PASSED,
                small == large ? count(small) : count(small) + ", " + count(large),
                padding == 0
                        ? "No padding columns to mask"
                        : "Columns beyond the vocabulary are padding and are masked");
    }

    private static Check context(Member small, Member large) {
        long first = small.context();
        long second = large.context();
        String cut = cutShort(small) + cutShort(large);
        return first == second && cut.isEmpty()
                ? new Check("Context", Verdict.PASSED, count(first), "")
                : new Check(
                        "Context",
                        Verdict.NOTE,
                        first == second ? count(first) : count(first) + ", " + count(second),
                        "The pair ends at " + count(Math.min(first, second)) + cut);
    }

    private static String cutShort(Member member) {
        return member.isCutShort()
                ? "; the KV cache of " + member.id() + " holds no more of its "
                        + count(member.file().description().config().contextLength())
                : "";
    }

    private static Check memory(Member small, Member large) {
        String noMemory = refusal(small, large);
        return new Check(
                MEMORY,
                noMemory == null ? Verdict.PASSED : Verdict.FAILED,
                MemoryCheck.mebibytes(small.weights() + large.weights() + small.pool() + large.pool()),
                noMemory == null
                        ? small.memory() + "; " + large.memory()
                                + (small.isOnDevice() && large.isOnDevice()
                                        ? ""
                                        : ". Weights are mapped from their files")
                        : noMemory);
    }

    /** Why the two are not, and cannot be, in memory together now. */
    private static @Nullable String refusal(Member small, Member large) {
        for (Member member : List.of(small, large)) {
            if (member.part().refusal() != null) {
                return member.id() + ": " + member.part().refusal();
            }
        }
        return null;
    }

    private static String listed(TreeSet<Integer> ids) {
        return ids.isEmpty() ? "none" : ids.toString().replaceAll("[\\[\\]]", "");
    }

    private static String count(long n) {
        return String.format(Locale.ROOT, "%,d", n);
    }
}
