package io.tokenrouter.app.signals;

import io.tokenrouter.engine.api.PolicySpec;
import io.tokenrouter.engine.api.TokenSignals.Agreement;
import io.tokenrouter.engine.calibrate.ScoreLog;
import io.tokenrouter.engine.calibrate.ScoreSample;
import io.tokenrouter.engine.calibrate.ScoredRequest;
import io.tokenrouter.engine.routing.OptionSpec;
import io.tokenrouter.engine.routing.RoutingAlgorithms;
import io.tokenrouter.engine.routing.ThresholdRule;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.springframework.stereotype.Component;

/** What is on record, for those who look at it. Blocks. */
@Component
public class RecordedSignals {

    /** Positions that a look may have at once: 10 MB. */
    public static final int MOST_POSITIONS = 500_000;

    private static final int MOST_REQUESTS = 10_000;

    private final SignalStore store;
    private final RoutingAlgorithms algorithms;

    RecordedSignals(SignalStore store, RoutingAlgorithms algorithms) {
        this.store = store;
        this.algorithms = algorithms;
    }

    /** What is kept of each pair. */
    public List<Stored> stored() {
        return store.stored();
    }

    /** The newest samples of a pair, newest first. */
    public List<SignalSample> newest(String pair, int mostRequests, int mostPositions) {
        return store.newest(pair, mostRequests, mostPositions);
    }

    /**
     * The newest positions of a pair's small model, as a policy compares them with its threshold. Left out are requests whose positions
     * are no fair sample, those to another small model, and where a router head is compared those without that head.
     *
     * @param thresholdOption of the policy
     * @param judgedOnly leaves out requests with positions where one model alone was asked: those of the others that both were asked
     *     at are those that a policy had doubts of
     * @return empty where nothing is left
     */
    public Optional<ScoreSample> scores(
            String pair,
            String smallId,
            PolicySpec policy,
            String thresholdOption,
            ThresholdRule rule,
            boolean judgedOnly) {
        List<ScoredRequest> requests = new ArrayList<>();
        for (SignalSample sample : store.newest(pair, MOST_REQUESTS, MOST_POSITIONS)) {
            boolean tells = sample.small().equals(smallId)
                    && AskedFirst.of(sample.policy()) != AskedFirst.UNKNOWN
                    && (rule.signal() != ThresholdRule.Signal.SCORE
                            || isAlike(sample.policy(), policy, thresholdOption));
            ScoredRequest request = tells ? scored(sample.signals(), rule) : null;
            if (request != null && (!judgedOnly || request.judged() == request.scores().length)) {
                requests.add(request);
            }
        }
        return requests.stream().allMatch(request -> request.scores().length == 0)
                ? Optional.empty()
                : Optional.of(new ScoreSample(rule.sense(), requests));
    }

    /** Whether two policies are the same but for their threshold. */
    private boolean isAlike(PolicySpec one, PolicySpec other, String thresholdOption) {
        return one.algorithm().equals(other.algorithm())
                && effective(one, thresholdOption).equals(effective(other, thresholdOption));
    }

    /** Options with their defaults, without the threshold. */
    private Map<String, Object> effective(PolicySpec policy, String thresholdOption) {
        Map<String, Object> all = new HashMap<>();
        for (OptionSpec option : algorithms.get(policy.algorithm()).options()) {
            Object value = policy.options().getOrDefault(option.name(), option.defaultValue());
            if (value != null && !option.name().equals(thresholdOption)) {
                all.put(option.name(), value instanceof Number number ? (Object) number.doubleValue() : value);
            }
        }
        return all;
    }

    private static ScoredRequest scored(SignalArrays signals, ThresholdRule rule) {
        ScoreLog log = new ScoreLog();
        for (int i = 0; i < signals.positions(); i++) {
            double score =
                    rule.score(signals.entropies()[i], signals.topProbs()[i], signals.margins()[i], signals.score(i));
            if (signals.asked().charAt(i) == SignalArrays.SMALL && Double.isFinite(score)) {
                log.add(score, agreement(signals.agreements().charAt(i)));
            }
        }
        return log.request();
    }

    private static Agreement agreement(char sign) {
        return switch (sign) {
            case SignalArrays.SAME -> Agreement.SAME;
            case SignalArrays.DIFFERENT -> Agreement.DIFFERENT;
            default -> Agreement.UNKNOWN;
        };
    }
}
