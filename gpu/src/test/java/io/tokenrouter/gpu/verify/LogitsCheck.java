package io.tokenrouter.gpu.verify;

import io.tokenrouter.engine.executor.ExecutorOptions;
import io.tokenrouter.engine.executor.ModelExecutor;
import io.tokenrouter.engine.executor.TokenCandidate;
import io.tokenrouter.engine.fixtures.Greedy;
import io.tokenrouter.engine.tensor.TensorFormat;
import io.tokenrouter.gpu.verify.SyntheticModel.Shape;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import java.util.stream.IntStream;

/** Logits of random sequences against the processor's, position by position and after prompts that are read at once. */
final class LogitsCheck implements Check {

    /** Largest relative error of a row: the norm of the difference by the norm of the row. */
    private static final double WANTED = 2e-2;

    /** Lengths of prompts that are read in one step: small steps, and such as tensor cores take. */
    private static final int[] PROMPTS = {3, 17, 64, 65, 130};

    private final Target target;
    private final VerifyOptions options;
    private final Figures figures;

    LogitsCheck(Target target, VerifyOptions options, Figures figures) {
        this.target = target;
        this.options = options;
        this.figures = figures;
    }

    @Override
    public String title() {
        return "Logits against the processor";
    }

    @Override
    public Kind kind() {
        return Kind.CORRECTNESS;
    }

    @Override
    public void run(Findings findings) {
        Shape shape = target.emulated() ? Shape.TINY_WIDE : Shape.WIDE;
        int positions = target.emulated() ? 16 : options.quick() ? 96 : 256;
        findings.note(
                "Hidden width %d, %d layers, %d ids; every one of %d positions by itself (a quarter of them but for BF16), with"
                        + " graphs, and prompts read at once."
                        + " The error is of a whole row: norm of the difference by norm of the row.",
                shape.hidden(), shape.layers(), shape.vocabulary(), positions);
        Findings.Rows rows = findings.table(
                "weights", "rows", "largest error", "mean error", "equal greedy ids", "widest gap of others");
        List<TensorFormat> formats = target.emulated()
                ? List.of(TensorFormat.BF16, TensorFormat.Q8_0)
                : List.of(TensorFormat.BF16, TensorFormat.F16, TensorFormat.Q8_0, TensorFormat.Q4_0, TensorFormat.Q4_K);
        for (TensorFormat format : formats) {
            try (SyntheticModel model = new SyntheticModel(shape, format)) {
                // the processor takes its time for each
                RowErrors errors = compare(model, format == TensorFormat.BF16 ? positions : positions / 4);
                rows.row(
                        format,
                        errors.rows(),
                        errors.largest(),
                        errors.mean(),
                        errors.equal() + " of " + errors.rows(),
                        errors.widestGap());
                judge(findings, format, errors);
            }
        }
    }

    private void judge(Findings findings, TensorFormat format, RowErrors errors) {
        findings.say("%s: largest error %.2e, %d of %d ids", format, errors.largest(), errors.equal(), errors.rows());
        if (format == TensorFormat.BF16) {
            figures.put(Figures.LOGITS_BF16, errors.largest());
        }
        if (!(errors.largest() <= WANTED)) {
            findings.fail("%s: a row is off by %.3g of its norm, above %.3g", format, errors.largest(), WANTED);
        }
        if (!(errors.widestGap() <= WANTED)) {
            findings.fail(
                    "%s: the greedy id is another although the processor's two logits are %.3g of the largest apart",
                    format, errors.widestGap());
        }
    }

    private RowErrors compare(SyntheticModel model, int positions) {
        int longest = Math.max(positions, PROMPTS[PROMPTS.length - 1]);
        ExecutorOptions limits = target.limits(model, longest + 2 * Target.BLOCK, 16, longest);
        int[] ids = new Random(3).ints(longest, 0, model.shape().vocabulary()).toArray();
        RowErrors errors = new RowErrors();
        try (CpuReference reference = new CpuReference();
                ModelExecutor processor = reference.open(model, limits);
                ModelExecutor device = target.open(model, limits, true)) {
            Greedy expected = new Greedy(processor);
            Greedy actual = new Greedy(device);
            int[] sequence = Arrays.copyOf(ids, positions);
            List<TokenCandidate> wanted = expected.everyPosition(sequence);
            List<TokenCandidate> got = actual.everyPosition(sequence);
            IntStream.range(0, positions).forEach(i -> add(errors, wanted.get(i), got.get(i)));
            for (int length : PROMPTS) {
                if (!target.emulated() || length <= positions || length == 65) {
                    int[] prompt = Arrays.copyOf(ids, length);
                    add(
                            errors,
                            expected.decode(prompt, 1).getFirst(),
                            actual.decode(prompt, 1).getFirst());
                }
            }
        }
        return errors;
    }

    private static void add(RowErrors errors, TokenCandidate wanted, TokenCandidate got) {
        errors.add(Objects.requireNonNull(wanted.row()), Objects.requireNonNull(got.row()), got.token());
    }
}
