package io.tokenrouter.bench.demo;

import io.tokenrouter.engine.api.FinishReason;
import io.tokenrouter.engine.api.GenerationRequest;
import io.tokenrouter.engine.api.PolicySpec;
import io.tokenrouter.engine.api.SamplingParams;
import io.tokenrouter.engine.api.StopCriteria;
import io.tokenrouter.engine.api.TokenEvent;
import io.tokenrouter.engine.api.TokenListener;
import io.tokenrouter.engine.runtime.RoutingEngine;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Semaphore;
import org.jspecify.annotations.Nullable;

/** Clients of a routing engine, each of which sends its next request when the one before has ended. */
public final class EngineLoad {

    private final RoutingEngine engine;
    private final String largeId;
    private final int maxTokens;
    private int runs;

    /**
     * @param largeId model whose tokens are counted apart
     * @param maxTokens most tokens of an answer
     */
    public EngineLoad(RoutingEngine engine, String largeId, int maxTokens) {
        this.engine = engine;
        this.largeId = largeId;
        this.maxTokens = maxTokens;
    }

    /**
     * Sends all prompts to one model or pair, {@code clients} at a time, and waits for all ends.
     *
     * @param policy of these requests; null for the pair's own, and for a model
     * @throws java.util.concurrent.CompletionException if a request fails; its cause says why
     */
    public Answers run(String target, @Nullable PolicySpec policy, List<Question> questions, int clients)
            throws InterruptedException {
        int run = ++runs;
        Semaphore free = new Semaphore(clients);
        List<Collector> collectors = new ArrayList<>();
        long start = System.nanoTime();
        for (int i = 0; i < questions.size(); i++) {
            free.acquire();
            Collector collector = new Collector(free);
            collectors.add(collector);
            engine.submit(
                    new GenerationRequest(
                            "bench-" + run + "-" + i,
                            target,
                            questions.get(i).prompt(),
                            SamplingParams.GREEDY.withSeed(questions.get(i).seed()),
                            StopCriteria.maxTokens(maxTokens),
                            policy,
                            0),
                    collector);
        }
        List<Answer> answers = new ArrayList<>();
        for (Collector collector : collectors) {
            answers.add(collector.answer());
        }
        return new Answers(answers, (System.nanoTime() - start) / 1e9);
    }

    private final class Collector implements TokenListener {

        private final Semaphore free;
        private final List<Integer> ids = new ArrayList<>();
        private final CompletableFuture<TokenEvent.Finished> end = new CompletableFuture<>();
        private int agreed;

        Collector(Semaphore free) {
            this.free = free;
        }

        @Override
        public void onEvent(TokenEvent event) {
            switch (event) {
                case TokenEvent.Token token -> {
                    ids.add(token.id());
                    boolean bothAlike =
                            token.proposed() != null && token.proposed().id() == token.id();
                    agreed += bothAlike ? 1 : 0;
                }
                case TokenEvent.Finished finished -> {
                    free.release();
                    end.complete(finished);
                }
                case TokenEvent.Failed failed -> {
                    free.release();
                    end.completeExceptionally(failed.error());
                }
            }
        }

        Answer answer() {
            TokenEvent.Finished finished = end.join();
            return new Answer(
                    ids.stream().mapToInt(Integer::intValue).toArray(),
                    finished.stats().completionTokens().getOrDefault(largeId, 0),
                    agreed,
                    finished.stats().switches(),
                    finished.reason() == FinishReason.STOP);
        }
    }
}
