package io.tokenrouter.gpu.verify;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tokenrouter.engine.executor.DeviceBytes;
import io.tokenrouter.engine.executor.ExecutorOptions;
import io.tokenrouter.engine.executor.ModelExecutor;
import io.tokenrouter.engine.executor.OfferedDevice;
import io.tokenrouter.engine.executor.cpu.CpuDevice;
import io.tokenrouter.engine.executor.cpu.CpuExecutorOptions;
import io.tokenrouter.engine.executor.cpu.CpuMemory;
import io.tokenrouter.engine.executor.cpu.CpuModelExecutor;
import io.tokenrouter.engine.executor.cpu.KvType;
import io.tokenrouter.engine.model.ModelConfig;
import io.tokenrouter.engine.model.ModelShapes;
import io.tokenrouter.engine.model.ModelWeights;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The program of gpu/verify, in tiny form. */
class VerifyTest {

    private static final CpuDevice CORES = new CpuDevice(2);

    @TempDir
    private Path folder;

    private final ByteArrayOutputStream said = new ByteArrayOutputStream();

    @AfterAll
    static void end() {
        CORES.close();
    }

    @Test
    void allChecksOfExecutorsPassOnARightDevice() throws IOException {
        assertThat(run(new Cores(false))).isZero();

        assertThat(Files.readString(folder.resolve("verify.md")))
                .contains("## Logits against the processor", "2 of 2 answers of 8 tokens have the same ids")
                .doesNotContain("FAILED");
    }

    @Test
    void whatTheEmulatorTakesIsNeverReported() throws IOException {
        run(new Cores(false));

        String report = Files.readString(folder.resolve("verify.md"));
        assertThat(report.split("## Decode")[1]).contains(Findings.NO_TIMINGS).doesNotContain("tokens/s", " ms");
        assertThat(report).contains("within 1.4 times the floor, with graphs | - | not measured");
        assertThat(Files.readString(folder.resolve("verify.json")))
                .contains(Figures.LOGITS_BF16)
                .doesNotContain("tokens_per_second");
    }

    @Test
    void aDeviceThatComputesSomethingElseIsFound() throws IOException {
        assertThat(run(new Cores(true))).isEqualTo(1);

        assertThat(said.toString(StandardCharsets.UTF_8))
                .contains("WRONG: Logits against the processor", "of its norm, above 0.02");
    }

    @Test
    void aSectionThatBreaksEndsNoOther() throws IOException {
        Verify verify = new Verify(options("--emulator", "--out", folder.toString()), new PrintStream(said));
        List<String> ran = new ArrayList<>();

        int status = verify.run(
                new Target(new Cores(false), true),
                List.of(broken(Check.Kind.TIMING, ran), broken(Check.Kind.CORRECTNESS, ran)));

        assertThat(status).isEqualTo(1);
        assertThat(ran).containsExactly("TIMING", "CORRECTNESS");
        assertThat(said.toString(StandardCharsets.UTF_8))
                .contains("Not measured: broken TIMING", "WRONG: broken CORRECTNESS", "it burns");
    }

    @Test
    void aSectionThatHangsIsGivenUp() throws IOException {
        CountDownLatch never = new CountDownLatch(1);
        Verify verify = new Verify(options(), new PrintStream(said), Duration.ofMillis(50));
        Check hangs = check("hangs", Check.Kind.CORRECTNESS, never::await);

        assertThat(verify.run(new Target(new Cores(false), true), List.of(hangs)))
                .isEqualTo(1);

        assertThat(said.toString(StandardCharsets.UTF_8)).contains("WRONG: hangs", "not done after 0 s");
    }

    @Test
    void argumentsThatNobodyKnowsAreRefused() {
        assertThatThrownBy(() -> VerifyOptions.parse("--fast")).hasMessageContaining("--fast");
        assertThatThrownBy(() -> VerifyOptions.parse("--out")).hasMessageContaining("--out needs a value");
    }

    private int run(Cores device) throws IOException {
        VerifyOptions options = options("--emulator", "--out", folder.toString());
        Verify verify = new Verify(options, new PrintStream(said));
        Target target = new Target(device, true);
        try (LoadedModels models = new LoadedModels(target, TimingPlan.of(options))) {
            return verify.run(
                    target,
                    verify.executorChecks(
                            target, models, check("none", Check.Kind.TIMING, () -> {}), (model, batch, timer) -> 0));
        }
    }

    private static VerifyOptions options(String... arguments) {
        return VerifyOptions.parse(arguments);
    }

    private static Check broken(Check.Kind kind, List<String> ran) {
        return check("broken " + kind, kind, () -> {
            ran.add(kind.name());
            throw new IllegalStateException("it burns");
        });
    }

    @FunctionalInterface
    private interface Work {
        void run() throws Exception;
    }

    private static Check check(String title, Check.Kind kind, Work work) {
        return new Check() {
            @Override
            public String title() {
                return title;
            }

            @Override
            public Kind kind() {
                return kind;
            }

            @Override
            public void run(Findings findings) throws Exception {
                work.run();
            }
        };
    }

    /** The processor, as a device that is offered. A wrong one takes one matrix for another. */
    private record Cores(boolean wrong) implements OfferedDevice {

        @Override
        public String name() {
            return "cores";
        }

        @Override
        public String description() {
            return "the processor";
        }

        @Override
        public long totalBytes() {
            return Long.MAX_VALUE;
        }

        @Override
        public long freeBytes() {
            return Long.MAX_VALUE;
        }

        @Override
        public long kvBytesPerToken(ModelConfig config) {
            return CpuMemory.kvBytesPerToken(config, KvType.F32);
        }

        @Override
        public DeviceBytes bytesFor(ModelConfig config, ModelShapes shapes, ExecutorOptions options) {
            throw new UnsupportedOperationException();
        }

        @Override
        public ModelExecutor open(
                ModelConfig config, ModelWeights weights, int vocabularySize, int[] gaps, ExecutorOptions options) {
            ModelWeights read = wrong ? name -> weights.find(name.replace("ffn_gate", "ffn_up")) : weights;
            return CpuModelExecutor.create(
                    config,
                    read,
                    vocabularySize,
                    gaps,
                    CORES,
                    CpuExecutorOptions.DEFAULTS
                            .withKvBytes(options.kvBytes())
                            .withBlockSize(options.blockSize())
                            .withMaxRows(options.maxRows())
                            .withMaxStepTokens(options.maxStepTokens())
                            .withKvType(KvType.F32));
        }
    }
}
