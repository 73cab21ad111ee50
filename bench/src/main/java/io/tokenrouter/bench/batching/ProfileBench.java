package io.tokenrouter.bench.batching;

import io.tokenrouter.engine.runtime.EngineOptions;
import io.tokenrouter.engine.runtime.Optimisation;
import io.tokenrouter.engine.throughput.Advice;
import io.tokenrouter.engine.throughput.BatchingChoice;
import io.tokenrouter.engine.throughput.DeviceMode;
import io.tokenrouter.engine.throughput.Goal;
import io.tokenrouter.engine.throughput.ModelProfile;
import io.tokenrouter.engine.throughput.RoutingMatrix;
import io.tokenrouter.engine.throughput.ThroughputModel;
import io.tokenrouter.engine.throughput.Workload;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Measures the real runtime on executors that only take time, and predicts the same from the curves of their step times. */
final class ProfileBench {

    /** The throughput model knows a step for every token, and none in idle time. */
    private static final EngineOptions OPTIONS = EngineOptions.DEFAULTS.without(Optimisation.RUN_AHEAD);

    private static final ProfileCase BUSY = new ProfileCase(new DeviceMode.Separate(), 64, 0.1, Traffic.REASONING);

    private final List<ModelProfile> models;
    private final double stretch;
    private final double seconds;
    private final ThroughputModel model = new ThroughputModel();
    private final ThroughputModel rough = new ThroughputModel(2_000, 1);
    private final Map<ProfileCase, Timing> timings = new HashMap<>();
    private final Map<ProfileCase, Outcome.Pair> alone = new HashMap<>();
    private final Map<ProfileCase, Double> naive = new HashMap<>();
    private HandOff handOff = HandOff.NONE;

    /**
     * @param models small and large, as they are run
     * @param stretch by which their times were multiplied; rates are given without it
     * @param seconds shortest window in which tokens are counted
     */
    ProfileBench(List<ModelProfile> models, double stretch, double seconds) {
        this.models = models;
        this.stretch = stretch;
        this.seconds = seconds;
    }

    /**
     * Runs until the JVM's compiler is done, and measures what the runtime adds to the steps of few rows and of many; predictions
     * reckon with it from now on.
     */
    HandOff calibrate() throws InterruptedException {
        HandOffMeter small = new HandOffMeter(ProfileEngine.SMALL, models.getFirst());
        EngineOptions options = OPTIONS.withSteps(small);
        try (ProfileEngine engine = new ProfileEngine(models, BUSY, options)) {
            engine.clients().pass(seconds);
            small.forget();
            engine.clients().pass(seconds);
        }
        try (ProfileEngine engine = new ProfileEngine(models, BUSY.alone(), options)) {
            engine.clients().pass(seconds);
        }
        handOff = small.handOff();
        return handOff;
    }

    /** For how long cases will run, with those that they are compared with and that have not run yet. */
    double expectedSeconds(List<ProfileCase> cases) {
        Set<ProfileCase> singles = new HashSet<>();
        Set<ProfileCase> naives = new HashSet<>();
        double sum = 0;
        for (ProfileCase each : cases) {
            singles.add(each.alone());
            sum += each.requests() == 1 ? 0 : timing(each).total(each.contenders());
            if (PublishedPoints.has(each.requests())) {
                naives.add(each.alone());
            }
        }
        singles.removeAll(alone.keySet());
        naives.removeAll(naive.keySet());
        return sum + total(singles) + total(naives);
    }

    private double total(Set<ProfileCase> singles) {
        return singles.stream().mapToDouble(each -> timing(each).total(1)).sum();
    }

    /** The best settings, greedy and lockstep. */
    Outcome measure(ProfileCase each) throws InterruptedException {
        if (each.requests() == 1) {
            return Outcome.alone(alone(each));
        }
        Workload workload = workload(each);
        Advice advice = model.advise(workload, Goal.THROUGHPUT);
        BatchingChoice greedy = Plans.greedy(workload);
        BatchingChoice lockstep = Plans.lockstep(workload);
        try (ProfileEngine engine = new ProfileEngine(models, each, OPTIONS)) {
            engine.clients().pass(timing(each).rampUp());
            double greedyRate = rate(engine, each, greedy);
            double tunedRate = advice.choice().equals(greedy) ? greedyRate : rate(engine, each, advice.choice());
            double lockstepRate = lockstep.equals(greedy) ? greedyRate : rate(engine, each, lockstep);
            return new Outcome(
                    Plans.inWords(advice.choice(), workload),
                    new Outcome.Pair(committed(advice.prediction().tokensPerSecond(), each), tunedRate),
                    new Outcome.Pair(committed(advice.greedy().tokensPerSecond(), each), greedyRate),
                    new Outcome.Pair(committed(model.lockstep(workload), each), lockstepRate));
        }
    }

    /** One request at a time; measured once for each share and traffic. */
    Outcome.Pair alone(ProfileCase each) throws InterruptedException {
        ProfileCase single = each.alone();
        Outcome.Pair known = alone.get(single);
        if (known == null) {
            double predicted = committed(model.oneAtATime(workload(single)), single);
            known = new Outcome.Pair(predicted, aloneRate(single, OPTIONS));
            alone.put(single, known);
        }
        return known;
    }

    /** One request at a time, whose context is computed again whenever it goes to the other model; measured once. */
    double naive(ProfileCase each) throws InterruptedException {
        ProfileCase single = each.alone();
        Double known = naive.get(single);
        if (known == null) {
            known = aloneRate(single, OPTIONS.without(Optimisation.KEPT_CACHES, Optimisation.SHARED_PREFIXES));
            naive.put(single, known);
        }
        return known;
    }

    private double aloneRate(ProfileCase single, EngineOptions options) throws InterruptedException {
        try (ProfileEngine engine = new ProfileEngine(models, single, options)) {
            engine.clients().pass(timing(single).rampUp());
            return rate(engine, single, Plans.greedy(workload(single)));
        }
    }

    private double rate(ProfileEngine engine, ProfileCase each, BatchingChoice choice) throws InterruptedException {
        engine.follow(Plans.of(choice, models, workload(each), "benchmark"));
        engine.clients().pass(timing(each).settle());
        return engine.clients().measure(timing(each).window()).tokensPerSecond() * stretch;
    }

    private Timing timing(ProfileCase each) {
        return timings.computeIfAbsent(each, this::newTiming);
    }

    private Timing newTiming(ProfileCase each) {
        Workload workload = workload(each);
        double rows = rough.predict(workload, Plans.greedy(workload)).tokensPerSecond();
        double visit = each.requests() / (rows * workload.routing().visitShare(1));
        double nanosPerId =
                models.stream().mapToDouble(ModelProfile::nanosPerCatchUpToken).sum();
        double prompts = each.requests() * each.traffic().firstPrompt() * nanosPerId / 1e9;
        return Timing.of(seconds, each.requests(), visit, prompts);
    }

    /**
     * A token of the small model is thrown away and leads to the large one with the probability of the case; from there requests
     * always return.
     */
    private Workload workload(ProfileCase each) {
        return new Workload(
                each.requests(),
                handOff.addedTo(each.traffic().loaded(models, each.share())),
                RoutingMatrix.pair(each.share(), 1).withKeptShare(1 / (1 + each.share())),
                each.device());
    }

    /** The model counts every row of a step; a row whose token was thrown away wrote nothing. */
    private double committed(double rowsPerSecond, ProfileCase each) {
        return rowsPerSecond / (1 + each.share()) * stretch;
    }
}
