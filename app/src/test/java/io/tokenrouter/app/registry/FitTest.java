package io.tokenrouter.app.registry;

import static org.assertj.core.api.Assertions.assertThat;

import io.tokenrouter.app.registry.FitReport.Check;
import io.tokenrouter.app.registry.FitReport.Verdict;
import io.tokenrouter.engine.catalog.ModelInspection;
import io.tokenrouter.engine.fixtures.DemoModels;
import io.tokenrouter.engine.fixtures.SharedFiles;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Clock;
import org.junit.jupiter.api.Test;

/** What operators are told of two models before they make a pair of them. */
class FitTest {

    @Test
    void theDemoPairFitsInEverything() throws IOException {
        FitReport fit = fit(DemoModels.SMALL, 64L << 20, DemoModels.LARGE, 0);

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
        assertThat(memory.figure()).isEqualTo("71 MiB");
        assertThat(memory.detail())
                .contains("s: 1 MiB of weights", "l: 6 MiB of weights", "of KV cache per 1,000 tokens")
                .contains("pool of 64 MiB", "pool not reserved yet");
    }

    @Test
    void paddedLogitsAreNoHindrance() throws IOException {
        FitReport fit =
                fit(SharedFiles.require("golden/tiny/qwen2"), 0, SharedFiles.require("golden/tiny/qwen2-yarn"), 0);

        assertThat(fit.fits()).isTrue();
        assertThat(check(fit, "Logits width").figure()).isEqualTo("544, 512");
        assertThat(check(fit, "Logits width").detail()).contains("padding and are masked");
        assertThat(check(fit, "End of text").verdict()).isEqualTo(Verdict.PASSED);
    }

    @Test
    void theFirstTokenThatDiffersIsNamed() throws IOException {
        FitReport fit = fit(DemoModels.SMALL, 0, SharedFiles.require("golden/tiny/llama"), 0);

        assertThat(fit.fits()).isFalse();
        assertThat(fit.reason())
                .contains("token id 0 is the control token \"<|pad|>\" in s and the text token \"!\" in l");
        assertThat(check(fit, "Vocabulary").verdict()).isEqualTo(Verdict.FAILED);
        assertThat(check(fit, "End of text").verdict()).isEqualTo(Verdict.NOTE);
        assertThat(check(fit, "End of text").detail()).contains("whichever model writes it");
        assertThat(check(fit, "Chat template").figure()).isEqualTo("differ");
    }

    private static FitReport fit(Path small, long smallPool, Path large, long largePool) throws IOException {
        return Fit.of(
                new Fit.Member("s", ModelInspection.of(small), smallPool),
                new Fit.Member("l", ModelInspection.of(large), largePool),
                Clock.systemUTC());
    }

    private static Check check(FitReport fit, String name) {
        return fit.checks().stream()
                .filter(check -> check.name().equals(name))
                .findFirst()
                .orElseThrow();
    }
}
