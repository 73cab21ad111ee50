package io.tokenrouter.app.batching;

import io.tokenrouter.app.forecast.PairQuestion;
import io.tokenrouter.engine.throughput.RoutingMatrix;
import java.util.Optional;
import java.util.OptionalDouble;

/** Questions about a pair as it was measured, whose requests bring prompts as the present ones do. */
final class MeasuredPair {

    /** A large model that never lets a request go would answer alone. */
    private static final double LEAST_BACK = 0.01;

    private MeasuredPair() {}

    /**
     * @param largeShare share of the tokens that the large model writes, 0 to 1
     * @return empty where the step times are not known yet
     */
    static Optional<PairQuestion> question(PairGroup pair, double largeShare, OptionalDouble p99LimitMillis) {
        return pair.isMeasured()
                ? Optional.of(new PairQuestion(
                        largeShare,
                        back(pair),
                        pair.loaded(pair.small()),
                        pair.loaded(pair.large()),
                        pair.plan().device(),
                        p99LimitMillis,
                        pair.pair().roles().keySet().stream().sorted().toList()))
                : Optional.empty();
    }

    /** Of requests that are at the large model, the share that goes to the small one next; others of the group are left out. */
    private static double back(PairGroup pair) {
        RoutingMatrix routing = pair.plan().routing();
        double stay = routing.probability(pair.large(), pair.large());
        double leave = routing.probability(pair.large(), pair.small());
        return stay + leave == 0 ? 1 : Math.max(LEAST_BACK, leave / (stay + leave));
    }
}
