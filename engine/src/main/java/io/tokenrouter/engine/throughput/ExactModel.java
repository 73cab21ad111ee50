package io.tokenrouter.engine.throughput;

import java.util.List;
import java.util.OptionalDouble;
import java.util.function.DoubleSupplier;

/**
 * Exact answers for few requests: what settings give, and what no settings could exceed. For steps of predictable length without
 * catch-up; noise and catch-up of the profiles are left out. Up to some seconds of one core. Without state, so safe from any thread.
 *
 * <p>Measured step times have no common divisor, and then there is a state for nearly every sum of them. So times are rounded to a
 * fraction of the shortest step, which changes throughput by a few tenths of a percent at most.
 */
public final class ExactModel {

    private static final int MOST_STATES = 60_000;
    private static final int TICKS_OF_SHORTEST_STEP = 60;

    private ExactModel() {}

    /**
     * Tokens per second under given settings, or nothing if the workload has too many states.
     *
     * @throws IllegalArgumentException if the settings do not fit the workload
     */
    public static OptionalDouble tokensPerSecond(Workload workload, BatchingSettings settings) {
        StartRule.of(settings, workload);
        Workload rounded = rounded(workload);
        return unlessTooLarge(
                () -> EmbeddedChain.of(rounded, settings, MOST_STATES).tokensPerSecond());
    }

    /** Tokens per second that no policy exceeds which cannot see the future, or nothing if the workload has too many states. */
    public static OptionalDouble optimum(Workload workload) {
        Workload rounded = rounded(workload);
        return unlessTooLarge(() -> OptimalControl.tokensPerSecond(rounded, MOST_STATES));
    }

    private static OptionalDouble unlessTooLarge(DoubleSupplier solver) {
        try {
            return OptionalDouble.of(solver.getAsDouble());
        } catch (TooManyStatesException e) {
            return OptionalDouble.empty();
        }
    }

    private static Workload rounded(Workload workload) {
        double shortest = workload.models().stream()
                .mapToDouble(m -> m.stepTime().nanos(1))
                .min()
                .orElseThrow();
        return rounded(workload, Math.max(1, Math.round(shortest / TICKS_OF_SHORTEST_STEP)));
    }

    /** The workload with step times that are whole multiples of a tick, and no noise or catch-up. */
    static Workload rounded(Workload workload, long tickNanos) {
        List<ModelProfile> models = workload.models().stream()
                .map(m -> ModelProfile.of(rounded(m.stepTime(), tickNanos)).withMaxBatch(m.maxBatch()))
                .toList();
        return new Workload(workload.requests(), models, workload.routing(), workload.device());
    }

    private static StepTimeCurve rounded(StepTimeCurve curve, long tickNanos) {
        return StepTimeCurve.of(curve.maxBatch(), b -> Math.max(1, Math.rint(curve.nanos(b) / tickNanos)) * tickNanos);
    }
}
