package io.tokenrouter.app.batching;

import io.tokenrouter.app.forecast.Forecaster;
import io.tokenrouter.app.forecast.PairQuestion;
import io.tokenrouter.app.forecast.Way;
import io.tokenrouter.engine.subserver.GroupPlan;
import io.tokenrouter.engine.throughput.BatchingChoice;
import io.tokenrouter.engine.throughput.BatchingSettings;
import io.tokenrouter.engine.throughput.BucketTrim;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import org.jspecify.annotations.Nullable;

/** Predicts the present load of a pair, anew only where something that counts has changed. Used by one thread. */
final class Outlook {

    private static final long LEAST_INTERVAL_NANOS = 2_000_000_000L;

    private final Forecaster forecaster;
    private @Nullable Key key;
    private @Nullable Prediction prediction;
    private long predictedAtNanos;

    Outlook(Forecaster forecaster) {
        this.forecaster = forecaster;
    }

    /**
     * @param inForce with the settings in force
     * @param greedy with steps that never wait
     */
    record Prediction(Way inForce, Way greedy) {

        /** The same gain over greedy, from another throughput of the settings in force. */
        Prediction at(double tokensPerSecond) {
            double factor = tokensPerSecond / inForce.tokensPerSecond();
            return new Prediction(inForce.times(factor), greedy.times(factor));
        }
    }

    private record Key(int requests, long sharePercent, GroupPlan plan) {}

    /**
     * @param requests at work
     * @param largeShare null where no token was written lately
     * @param tuned tokens per second that the tuner expects of the settings in force; NaN where it expects nothing
     * @return null where nothing runs, step times are not known, or other models are busy in the same group
     */
    @Nullable
    Prediction look(PairGroup pair, int requests, @Nullable Double largeShare, double tuned, long nowNanos) {
        if (requests == 0 || largeShare == null || !pair.isAlone()) {
            key = null;
            return null;
        }
        Key wanted = new Key(requests, Math.round(100 * largeShare), pair.plan());
        boolean isStale = key != null && nowNanos - predictedAtNanos > LEAST_INTERVAL_NANOS && !wanted.equals(key);
        if (key == null || isStale) {
            key = wanted;
            predictedAtNanos = nowNanos;
            prediction = predict(pair, requests, largeShare);
        }
        return prediction == null || !(tuned > 0) ? prediction : prediction.at(tuned);
    }

    private @Nullable Prediction predict(PairGroup pair, int requests, double largeShare) {
        Optional<PairQuestion> question = MeasuredPair.question(pair, largeShare, OptionalDouble.empty());
        if (question.isEmpty()) {
            return null;
        }
        int asked = Math.min(requests, PairQuestion.MOST_REQUESTS);
        BatchingChoice choice = pair.choice();
        BatchingChoice greedy = new BatchingChoice(
                new BatchingSettings.Greedy(), choice.device(), List.of(BucketTrim.NONE, BucketTrim.NONE));
        return new Prediction(
                forecaster.predict(question.get(), asked, choice), forecaster.predict(question.get(), asked, greedy));
    }
}
