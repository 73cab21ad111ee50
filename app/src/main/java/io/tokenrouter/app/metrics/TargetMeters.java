package io.tokenrouter.app.metrics;

import static java.util.concurrent.TimeUnit.NANOSECONDS;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.DistributionSummary;
import io.micrometer.core.instrument.Tags;
import io.micrometer.core.instrument.Timer;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** What callers of one pair or model notice. */
final class TargetMeters {

    private static final List<String> OUTCOMES = List.of("stop", "length", "cancelled", "failed");

    private final Map<String, Counter> ended = new HashMap<>();
    private final Counter promptTokens;
    private final Counter switches;
    private final DistributionSummary promptLength;
    private final DistributionSummary answerLength;
    private final Timer firstToken;
    private final Timer betweenTokens;
    private final Timer meanTokenTime;
    private final Timer queued;
    private final Timer prefill;
    private final Timer decode;
    private final Timer total;

    TargetMeters(MeterMaker make, String target) {
        Tags tags = Tags.of("target", target);
        // all of them from the first request on: a rate needs a zero to start from
        for (String outcome : OUTCOMES) {
            ended.put(
                    outcome,
                    make.counter("tokenrouter.requests", "Generations that ended", tags.and("outcome", outcome)));
        }
        promptTokens = make.counter("tokenrouter.prompt.tokens", "Tokens of prompts", tags);
        switches = make.counter("tokenrouter.switches", "Changes of the writing model", tags);
        promptLength = make.summary(
                "tokenrouter.request.prompt.tokens", "Tokens of the prompt of a generation", tags, Buckets.TOKENS);
        answerLength = make.summary(
                "tokenrouter.request.generation.tokens", "Tokens that a generation wrote", tags, Buckets.TOKENS);
        firstToken = make.timer(
                "tokenrouter.time.to.first.token", "From submission to the first token", tags, Buckets.FIRST_TOKEN);
        betweenTokens = make.timer(
                "tokenrouter.inter.token.latency",
                "From a token of an answer to the next; tokens of one step come together",
                tags,
                Buckets.TOKEN);
        meanTokenTime = make.timer(
                "tokenrouter.request.time.per.output.token",
                "Mean time of each token after the first",
                tags,
                Buckets.TOKEN);
        queued = make.timer(
                "tokenrouter.request.queue.time", "From submission to the first step", tags, Buckets.REQUEST);
        prefill = make.timer(
                "tokenrouter.request.prefill.time", "From the first step to the first token", tags, Buckets.REQUEST);
        decode =
                make.timer("tokenrouter.request.decode.time", "From the first token to the end", tags, Buckets.REQUEST);
        total = make.timer("tokenrouter.e2e.request.latency", "From submission to the end", tags, Buckets.REQUEST);
    }

    void firstToken(long nanos) {
        firstToken.record(nanos, NANOSECONDS);
    }

    void nextToken(long nanos) {
        betweenTokens.record(nanos, NANOSECONDS);
    }

    void finished(
            String outcome,
            int prompt,
            int completion,
            int changes,
            long queuedNanos,
            long firstTokenNanos,
            long totalNanos) {
        ended.get(outcome).increment();
        promptTokens.increment(prompt);
        switches.increment(changes);
        promptLength.record(prompt);
        answerLength.record(completion);
        queued.record(queuedNanos, NANOSECONDS);
        total.record(totalNanos, NANOSECONDS);
        if (firstTokenNanos > 0) {
            prefill.record(firstTokenNanos - queuedNanos, NANOSECONDS);
            decode.record(totalNanos - firstTokenNanos, NANOSECONDS);
        }
        if (completion > 1) {
            meanTokenTime.record((totalNanos - firstTokenNanos) / (completion - 1), NANOSECONDS);
        }
    }
}
