package io.tokenrouter.bench.routing;

import io.tokenrouter.bench.demo.Answers;
import io.tokenrouter.bench.demo.DemoModel;
import io.tokenrouter.bench.demo.EngineLoad;
import io.tokenrouter.bench.demo.Question;
import io.tokenrouter.demo.DemoTask;
import io.tokenrouter.engine.api.PolicySpec;
import io.tokenrouter.engine.executor.cpu.CpuDevice;
import io.tokenrouter.engine.fixtures.Pace;
import io.tokenrouter.engine.fixtures.ProfileDevice;
import io.tokenrouter.engine.fixtures.ProfileExecutor;
import io.tokenrouter.engine.metrics.EngineSnapshot;
import io.tokenrouter.engine.routing.RoutingAlgorithms;
import io.tokenrouter.engine.runtime.EngineOptions;
import io.tokenrouter.engine.runtime.Optimisation;
import io.tokenrouter.engine.runtime.RoutingEngine;
import io.tokenrouter.engine.throughput.DeviceMode;
import io.tokenrouter.engine.throughput.ModelProfile;
import io.tokenrouter.engine.throughput.StepTimeCurve;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.function.IntToDoubleFunction;
import java.util.stream.IntStream;

/** An engine with a small and a large model, on devices of their own or on one, and its clients. */
final class AheadPair implements AutoCloseable {

    private static final String PAIR = "pair";
    private static final String SMALL = "small";
    private static final String LARGE = "large";

    /** Most positions of a problem and its answer. */
    private static final int POSITIONS = 256;

    private static final double NOISE = 0.03;

    private final RoutingEngine engine;
    private final EngineLoad load;
    private final List<CpuDevice> devices;

    private AheadPair(EngineOptions options, int answer, List<CpuDevice> devices) {
        this.engine = new RoutingEngine(options, RoutingAlgorithms.load());
        this.load = new EngineLoad(engine, LARGE, answer);
        this.devices = devices;
    }

    /** The demo pair: one thread for each model, or two for both. */
    static AheadPair demo(
            DemoModel small, DemoModel large, boolean separate, int clients, double threshold, EngineOptions options) {
        List<CpuDevice> devices = separate ? List.of(new CpuDevice(1), new CpuDevice(1)) : List.of(new CpuDevice(2));
        AheadPair pair = new AheadPair(options, DemoTask.MAX_ANSWER_TOKENS, devices);
        int positions = clients * POSITIONS;
        pair.engine.addModel(
                SMALL,
                small.executor(devices.getFirst(), positions),
                small.tokenizer().vocabulary());
        pair.engine.addModel(
                LARGE,
                large.executor(devices.getLast(), positions),
                large.tokenizer().vocabulary());
        pair.engine.addPair(PAIR, SMALL, LARGE, new PolicySpec("uncertainty", Map.of("enter", threshold)));
        return pair;
    }

    /**
     * Models that only take time, as the curve G2 of {@code bench batching}, each on a device of its own.
     *
     * @param share of the tokens that the large one writes
     * @param own share of these that the small one had not proposed
     */
    static AheadPair profile(int clients, int context, double share, double own, int answer, EngineOptions options) {
        AheadPair pair = new AheadPair(options, answer, List.of());
        ModelProfile small = profile(rows -> 6.3 + 0.004 * rows, 0.005);
        ModelProfile large = profile(rows -> 27.7 + 0.05 * rows, 0.02);
        pair.engine.addModel(
                SMALL, new ProfileExecutor(small, device(), clients, context, 1), ProfileExecutor.vocabulary());
        pair.engine.addModel(
                LARGE, new ProfileExecutor(large, device(), clients, context, 2, own), ProfileExecutor.vocabulary());
        pair.engine.addPair(PAIR, SMALL, LARGE, ProfileExecutor.policy(share));
        return pair;
    }

    private static ProfileDevice device() {
        return new ProfileDevice(new DeviceMode.Separate(), Pace.REAL);
    }

    private static ModelProfile profile(IntToDoubleFunction millis, double catchUpMillis) {
        return ModelProfile.of(StepTimeCurve.of(32, rows -> millis.applyAsDouble(rows) * 1e6))
                .withCatchUp(catchUpMillis * 1e6)
                .withNoise(NOISE);
    }

    /** Answers all prompts, so many at a time. */
    Answers run(List<int[]> prompts, int clients) {
        try {
            return load.run(PAIR, null, questions(prompts), clients);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted", e);
        }
    }

    /** Seeds of their own: of models that only take time they say where the large one is asked. */
    private static List<Question> questions(List<int[]> prompts) {
        return IntStream.range(0, prompts.size())
                .mapToObj(i -> new Question(prompts.get(i), i))
                .toList();
    }

    /** What the small model did in idle time, all runs together. */
    EngineSnapshot.Spare ofSmall() {
        return engine.snapshot().models().stream()
                .filter(model -> model.id().equals(SMALL))
                .findFirst()
                .orElseThrow()
                .spare();
    }

    @Override
    public void close() {
        engine.close();
        devices.forEach(CpuDevice::close);
    }

    /** The same pair without work in idle time, with run-ahead alone, and with all of it. */
    record Three(AheadPair none, AheadPair runAhead, AheadPair all) implements AutoCloseable {

        static Three of(Function<EngineOptions, AheadPair> make) {
            // shared prefixes would let a round profit from the one before
            EngineOptions all =
                    EngineOptions.DEFAULTS.with(Optimisation.values()).without(Optimisation.SHARED_PREFIXES);
            return new Three(
                    make.apply(all.without(Optimisation.RUN_AHEAD, Optimisation.WARM_CATCH_UP)),
                    make.apply(all.without(Optimisation.WARM_CATCH_UP)),
                    make.apply(all));
        }

        /** Also warms up. */
        void requireSame(List<int[]> prompts, int clients, Answers expected) {
            for (AheadPair pair : List.of(runAhead, all)) {
                pair.run(prompts, clients).requireSameIds(expected);
            }
        }

        @Override
        public void close() {
            none.close();
            runAhead.close();
            all.close();
        }
    }
}
