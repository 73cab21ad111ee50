package io.tokenrouter.gpu.verify;

import io.tokenrouter.engine.executor.ExecutorOptions;
import io.tokenrouter.engine.executor.ModelExecutor;
import io.tokenrouter.engine.tensor.TensorFormat;
import io.tokenrouter.gpu.verify.SyntheticModel.Shape;
import java.util.Arrays;

/** Answers of a routed pair of tiny models, on the device and on the processor: the same ids. */
final class RoutedIdsCheck implements Check {

    private static final int PROMPT = 21;

    /** A logit may be as near to another one as rounding; an answer goes its own way from there on. */
    private static final double TIES = 0.1;

    private final Target target;
    private final VerifyOptions options;

    RoutedIdsCheck(Target target, VerifyOptions options) {
        this.target = target;
        this.options = options;
    }

    @Override
    public String title() {
        return "Routed answers against the processor";
    }

    @Override
    public Kind kind() {
        return Kind.CORRECTNESS;
    }

    @Override
    public void run(Findings findings) throws InterruptedException {
        int requests = target.emulated() ? 2 : options.quick() ? 10 : 30;
        int answer = target.emulated() ? 8 : 48;
        int positions = requests * Math.ceilDiv(PROMPT + answer + 1, Target.BLOCK) * Target.BLOCK;
        try (SyntheticModel small = new SyntheticModel(Shape.TINY_SMALL, TensorFormat.BF16);
                SyntheticModel large = new SyntheticModel(Shape.TINY_LARGE, TensorFormat.BF16);
                CpuReference reference = new CpuReference();
                ModelExecutor smallExpected = reference.open(small, limits(small, positions));
                ModelExecutor largeExpected = reference.open(large, limits(large, positions));
                ModelExecutor smallActual = target.open(small, limits(small, positions), true);
                ModelExecutor largeActual = target.open(large, limits(large, positions), true);
                RoutedRun expected = new RoutedRun(smallExpected, largeExpected, requests);
                RoutedRun actual = new RoutedRun(smallActual, largeActual, requests)) {
            RoutedRun.Answers wanted = expected.run(requests, requests, PROMPT, answer);
            RoutedRun.Answers got = actual.run(requests, requests, PROMPT, answer);
            int equal = 0;
            for (int i = 0; i < requests; i++) {
                equal += Arrays.equals(wanted.ids().get(i), got.ids().get(i)) ? 1 : 0;
            }
            findings.note("%d of %d answers of %d tokens have the same ids.", equal, requests, answer);
            if (requests - equal > TIES * requests) {
                findings.fail("%d of %d answers have other ids", requests - equal, requests);
            }
        }
    }

    private ExecutorOptions limits(SyntheticModel model, int positions) {
        return target.limits(model, positions, 64, 128);
    }
}
