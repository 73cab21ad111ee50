package io.tokenrouter.app.history;

import java.time.Instant;
import java.util.HashMap;
import java.util.Map;

/**
 * What callers of one pair or model got in a span of time. Spans can be added.
 *
 * @param startsAt where it begins
 * @param seconds how much of it was measured
 * @param tokens of answers by the model that wrote them
 * @param firstToken times from submission to the first token, by {@link TimeBuckets}
 * @param betweenTokens times from a token to the next, likewise
 */
record TargetSpan(
        String target,
        Instant startsAt,
        double seconds,
        Requests requests,
        Map<String, Long> tokens,
        Counts firstToken,
        Counts betweenTokens) {

    TargetSpan {
        tokens = Map.copyOf(tokens);
    }

    /**
     * Generations.
     *
     * @param promptTokens of those that ended
     * @param ended all of them, however
     * @param failed of these
     * @param cancelled of these
     * @param switches changes of the writer, of those that ended
     * @param runningSeconds those that had a place, times how long
     * @param waitingSeconds those that waited for one, times how long
     */
    record Requests(
            long promptTokens,
            long ended,
            long failed,
            long cancelled,
            long switches,
            double runningSeconds,
            int mostRunning,
            double waitingSeconds,
            int mostWaiting) {

        Requests plus(Requests other) {
            return new Requests(
                    promptTokens + other.promptTokens,
                    ended + other.ended,
                    failed + other.failed,
                    cancelled + other.cancelled,
                    switches + other.switches,
                    runningSeconds + other.runningSeconds,
                    Math.max(mostRunning, other.mostRunning),
                    waitingSeconds + other.waitingSeconds,
                    Math.max(mostWaiting, other.mostWaiting));
        }
    }

    TargetSpan plus(TargetSpan other) {
        Map<String, Long> sum = new HashMap<>(tokens);
        other.tokens.forEach((model, count) -> sum.merge(model, count, Long::sum));
        return new TargetSpan(
                target,
                startsAt.isBefore(other.startsAt) ? startsAt : other.startsAt,
                seconds + other.seconds,
                requests.plus(other.requests),
                sum,
                firstToken.plus(other.firstToken),
                betweenTokens.plus(other.betweenTokens));
    }

    TargetSpan startingAt(Instant start) {
        return new TargetSpan(target, start, seconds, requests, tokens, firstToken, betweenTokens);
    }
}
