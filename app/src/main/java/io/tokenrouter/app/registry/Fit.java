package io.tokenrouter.app.registry;

import io.tokenrouter.app.registry.FitReport.Check;
import io.tokenrouter.app.registry.FitReport.Verdict;
import io.tokenrouter.engine.catalog.ModelInspection;
import io.tokenrouter.engine.catalog.PairCompatibility;
import io.tokenrouter.engine.catalog.VocabularyComparison;
import io.tokenrouter.engine.executor.cpu.CpuExecutorOptions;
import io.tokenrouter.engine.executor.cpu.CpuMemory;
import io.tokenrouter.engine.model.ModelConfig;
import java.time.Clock;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;

/** Holds two model files against each other. */
final class Fit {

    /** Facts stay when a model is unloaded, its memory does not. */
    private static final Set<LifeState> HOLD_MEMORY =
            EnumSet.of(LifeState.LOADING, LifeState.SERVING, LifeState.DRAINING);

    private Fit() {}

    /**
     * One of the two.
     *
     * @param pool bytes of its KV cache; 0 where nobody has decided yet
     */
    record Member(String id, ModelInspection file, long pool) {

        static Member of(ModelStatus model, ModelInspection file) {
            ModelFacts facts = model.facts();
            boolean reserved = facts != null && HOLD_MEMORY.contains(model.state());
            return new Member(model.id(), file, reserved ? facts.memory().keysAndValues() : 0);
        }

        private long weights() {
            return file.description().bytes();
        }

        private long kvOfThousand() {
            return 1000 * CpuMemory.kvBytesPerToken(file.description().config(), CpuExecutorOptions.DEFAULTS.kvType());
        }

        private String memory() {
            return id + ": " + MemoryCheck.mebibytes(weights()) + " of weights, "
                    + MemoryCheck.mebibytes(kvOfThousand()) + " of KV cache per 1,000 tokens, "
                    + (pool == 0 ? "pool not reserved yet" : "pool of " + MemoryCheck.mebibytes(pool));
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
                context(small.description().config(), large.description().config()),
                memory(first, second));
        long millis = (System.nanoTime() - start) / 1_000_000;
        return new FitReport(
                compatibility.isCompatible(),
                compatibility.difference().orElse(""),
                checks,
                ids,
                clock.instant(),
                millis);
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

    private static Check context(ModelConfig small, ModelConfig large) {
        return small.contextLength() == large.contextLength()
                ? new Check("Context", Verdict.PASSED, count(small.contextLength()), "")
                : new Check(
                        "Context",
                        Verdict.NOTE,
                        count(small.contextLength()) + ", " + count(large.contextLength()),
                        "The pair ends at " + count(Math.min(small.contextLength(), large.contextLength())));
    }

    /** Whether there is so much is found out when they are loaded. */
    private static Check memory(Member small, Member large) {
        return new Check(
                "Memory",
                Verdict.PASSED,
                MemoryCheck.mebibytes(small.weights() + large.weights() + small.pool() + large.pool()),
                small.memory() + "; " + large.memory() + ". Weights are mapped from their files");
    }

    private static String listed(TreeSet<Integer> ids) {
        return ids.isEmpty() ? "none" : ids.toString().replaceAll("[\\[\\]]", "");
    }

    private static String count(long n) {
        return String.format(Locale.ROOT, "%,d", n);
    }
}
