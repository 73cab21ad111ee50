package io.tokenrouter.app.registry;

import static org.assertj.core.api.Assertions.assertThat;

import io.tokenrouter.app.registry.FitReport.Check;
import io.tokenrouter.app.registry.FitReport.Verdict;
import io.tokenrouter.engine.catalog.ModelInspection;
import io.tokenrouter.engine.executor.cpu.CpuExecutorOptions;
import io.tokenrouter.engine.executor.cpu.CpuMemory;
import io.tokenrouter.engine.fixtures.DemoModels;
import io.tokenrouter.engine.fixtures.SharedFiles;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Clock;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** What operators are told of two models before they make a pair of them. */
class FitTest {

    @Test
    void theDemoPairFitsInEverything() throws IOException {
        FitReport fit = Fit.of(
                new Fit.Member("s", ModelInspection.of(DemoModels.SMALL), inMemory(64L << 20)),
                new Fit.Member("l", ModelInspection.of(DemoModels.LARGE), planned(64L << 20, null)),
                Clock.systemUTC());

        assertThat(fit.fits()).isTrue();
        assertThat(fit.checks())
                .extracting(Check::name)
                .containsExactly(
                        "Vocabulary",
                        "Special tokens",
                        "End of text",
                        "Chat template",
                        "Logits width",
                        "Context",
                        "Memory");
        assertThat(fit.checks()).extracting(Check::verdict).containsOnly(Verdict.PASSED);
        Check memory = fit.checks().getLast();
        assertThat(memory.figure()).isEqualTo("135 MiB");
        assertThat(memory.detail())
                .contains("s: 1 MiB of weights", "l: 6 MiB of weights", "of KV cache per 1,000 tokens")
                .contains("a pool of 64 MiB", "a pool of about 64 MiB");
    }

    @Test
    void theContextIsTheOneThatIsServed() throws IOException {
        ModelInspection large = ModelInspection.of(DemoModels.LARGE);
        long whole = large.description().config().contextLength();
        long perToken = CpuMemory.kvBytesPerToken(large.description().config(), CpuExecutorOptions.DEFAULTS.kvType());

        FitReport fit = Fit.of(
                new Fit.Member("s", ModelInspection.of(DemoModels.SMALL), inMemory(64L << 20)),
                new Fit.Member("l", large, inMemory(128 * perToken)),
                Clock.systemUTC());

        Check context = check(fit, "Context");
        assertThat(context.verdict()).isEqualTo(Verdict.NOTE);
        assertThat(context.figure()).endsWith(", 128");
        assertThat(context.detail())
                .isEqualTo("The pair ends at 128; the KV cache of l holds no more of its "
                        + String.format(Locale.ROOT, "%,d", whole));
    }

    @Test
    void aPairForWhichThereIsNoMemoryDoesNotFitNow() throws IOException {
        FitReport fit = Fit.of(
                new Fit.Member("s", ModelInspection.of(DemoModels.SMALL), inMemory(64L << 20)),
                new Fit.Member(
                        "l", ModelInspection.of(DemoModels.LARGE), planned(64L << 20, "not enough memory: much")),
                Clock.systemUTC());

        assertThat(fit.fits()).isFalse();
        assertThat(fit.agrees()).as("at another time there may be").isTrue();
        assertThat(fit.reason()).isEqualTo("l: not enough memory: much");
        assertThat(check(fit, "Memory").verdict()).isEqualTo(Verdict.FAILED);
        assertThat(check(fit, "Memory").detail()).isEqualTo("l: not enough memory: much");
    }

    @Test
    void paddedLogitsAreNoHindrance() throws IOException {
        FitReport fit = fit(SharedFiles.require("golden/tiny/qwen2"), SharedFiles.require("golden/tiny/qwen2-yarn"));

        assertThat(fit.fits()).isTrue();
        assertThat(check(fit, "Logits width").figure()).isEqualTo("544, 512");
        assertThat(check(fit, "Logits width").detail()).contains("padding and are masked");
        assertThat(check(fit, "End of text").verdict()).isEqualTo(Verdict.PASSED);
    }

    @Test
    void theFirstTokenThatDiffersIsNamed() throws IOException {
        FitReport fit = fit(DemoModels.SMALL, SharedFiles.require("golden/tiny/llama"));

        assertThat(fit.fits()).isFalse();
        assertThat(fit.agrees()).isFalse();
        assertThat(fit.reason())
                .contains("token id 0 is the control token \"<|pad|>\" in s and the text token \"!\" in l");
        assertThat(check(fit, "Vocabulary").verdict()).isEqualTo(Verdict.FAILED);
        assertThat(check(fit, "End of text").verdict()).isEqualTo(Verdict.NOTE);
        assertThat(check(fit, "End of text").detail()).contains("whichever model writes it");
        assertThat(check(fit, "Chat template").figure()).isEqualTo("differ");
    }

    private static FitReport fit(Path small, Path large) throws IOException {
        return Fit.of(
                new Fit.Member("s", ModelInspection.of(small), inMemory(64L << 20)),
                new Fit.Member("l", ModelInspection.of(large), inMemory(64L << 20)),
                Clock.systemUTC());
    }

    private static MemoryPlan.Part inMemory(long pool) {
        return new MemoryPlan.Part(new CpuMemory(0, pool, 0), true, null);
    }

    private static MemoryPlan.Part planned(long pool, @Nullable String refusal) {
        return new MemoryPlan.Part(new CpuMemory(0, pool, 0), false, refusal);
    }

    private static Check check(FitReport fit, String name) {
        return fit.checks().stream()
                .filter(check -> check.name().equals(name))
                .findFirst()
                .orElseThrow();
    }
}
