package io.tokenrouter.app.forecast;

import io.tokenrouter.engine.throughput.Advice;
import io.tokenrouter.engine.throughput.BatchingChoice;
import io.tokenrouter.engine.throughput.BatchingSettings;
import io.tokenrouter.engine.throughput.Goal;
import io.tokenrouter.engine.throughput.Prediction;
import io.tokenrouter.engine.throughput.ThroughputModel;
import io.tokenrouter.engine.throughput.Workload;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalDouble;
import java.util.TreeSet;

/** Answers what a pair would do. Takes up to half a second of one core for each number of requests; safe from any thread. */
public final class Forecaster {

    private final ThroughputModel model = new ThroughputModel();

    /** Numbers of requests that show how a pair gets to this many: 1, 2, 4, ... and the number itself. */
    public static List<Integer> upTo(int requests) {
        TreeSet<Integer> numbers = new TreeSet<>();
        for (int n = 1; n < requests; n *= 2) {
            numbers.add(n);
        }
        numbers.add(requests);
        return List.copyOf(numbers);
    }

    /** One forecast for each number of requests, each from 1 to {@link PairQuestion#MOST_REQUESTS}. */
    public List<Forecast> answer(PairQuestion question, List<Integer> requests) {
        List<Forecast> forecasts = new ArrayList<>();
        for (int n : requests) {
            forecasts.add(answer(question, n));
        }
        return forecasts;
    }

    /**
     * @param requests active at once, 1 to {@link PairQuestion#MOST_REQUESTS}
     */
    public Forecast answer(PairQuestion question, int requests) {
        Workload workload = question.workload(requests);
        double kept = question.kept();
        Advice advice = model.advise(workload, goal(question.p99LimitMillis()));
        BatchingSettings settings = advice.choice().settings();
        String unknown = Unmeasured.words(workload) + Unmeasured.leftOut(question.leftOut());
        return new Forecast(
                requests,
                way(advice.prediction(), requests, kept),
                way(advice.greedy(), requests, kept),
                Way.of(requests, kept * model.lockstep(workload), Double.NaN),
                Way.of(requests, kept * model.oneAtATime(workload), Double.NaN),
                settings,
                SettingsText.of(settings, requests) + turns(workload, advice),
                why(question, workload, advice) + unknown,
                unknown.isEmpty());
    }

    /**
     * What the pair does with settings that it has.
     *
     * @param requests active at once, 1 to {@link PairQuestion#MOST_REQUESTS}
     * @param choice for its two models
     */
    public Way predict(PairQuestion question, int requests, BatchingChoice choice) {
        return way(model.predict(question.workload(requests), choice), requests, question.kept());
    }

    private static Goal goal(OptionalDouble p99LimitMillis) {
        return p99LimitMillis.isPresent()
                ? new Goal(p99LimitMillis.getAsDouble() * 1e6, Goal.THROUGHPUT.leastGain())
                : Goal.THROUGHPUT;
    }

    private static Way way(Prediction prediction, int requests, double kept) {
        return Way.of(requests, kept * prediction.tokensPerSecond(), prediction.p99GapNanos());
    }

    /** Where steps could overlap, whether they are better kept apart. */
    private static String turns(Workload workload, Advice advice) {
        return advice.choice().device().equals(workload.device()) ? "" : ", one step at a time";
    }

    private static String why(PairQuestion question, Workload workload, Advice advice) {
        OptionalDouble limit = question.p99LimitMillis();
        double greedyMillis = advice.greedy().p99GapNanos() / 1e6;
        return limit.isPresent() && greedyMillis > limit.getAsDouble()
                ? Reason.within(limit.getAsDouble(), advice.prediction().p99GapNanos() / 1e6, greedyMillis)
                : Reason.of(workload, advice.choice().settings(), advice.gain());
    }
}
