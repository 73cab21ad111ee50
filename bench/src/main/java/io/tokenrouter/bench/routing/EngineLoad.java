package io.tokenrouter.bench.routing;

import io.tokenrouter.engine.api.GenerationRequest;
import io.tokenrouter.engine.api.SamplingParams;
import io.tokenrouter.engine.api.StopCriteria;
import io.tokenrouter.engine.api.TokenEvent;
import io.tokenrouter.engine.api.TokenListener;
import io.tokenrouter.engine.runtime.RoutingEngine;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Semaphore;

/** Clients of a routing engine, each of which sends its next request when the one before has ended. */
final class EngineLoad {

    private final RoutingEngine engine;
    private final String largeId;
    private final int maxTokens;
    private int runs;

    /**
     * @param largeId model whose tokens are counted apart
     * @param maxTokens most tokens of an answer
     */
    EngineLoad(RoutingEngine engine, String largeId, int maxTokens) {
        this.engine = engine;
        this.largeId = largeId;
        this.maxTokens = maxTokens;
    }

    /** Sends all prompts to one model or pair, {@code clients} at a time. */
    Answers run(String target, List<int[]> prompts, int clients) throws InterruptedException {
        int run = ++runs;
        Semaphore free = new Semaphore(clients);
        List<Collector> collectors = new ArrayList<>();
        long start = System.nanoTime();
        for (int i = 0; i < prompts.size(); i++) {
            free.acquire();
            Collector collector = new Collector(free);
            collectors.add(collector);
            engine.submit(
                    new GenerationRequest(
                            "bench-" + run + "-" + i,
                            target,
                            prompts.get(i),
                            SamplingParams.GREEDY,
                            StopCriteria.maxTokens(maxTokens),
                            null,
                            0),
                    collector);
        }
        List<int[]> ids = new ArrayList<>();
        long largeTokens = 0;
        for (Collector collector : collectors) {
            TokenEvent.Finished end = collector.end.join();
            ids.add(collector.ids.stream().mapToInt(Integer::intValue).toArray());
            largeTokens += end.stats().completionTokens().getOrDefault(largeId, 0);
        }
        return new Answers(ids, largeTokens, (System.nanoTime() - start) / 1e9);
    }

    private static final class Collector implements TokenListener {

        private final Semaphore free;
        private final List<Integer> ids = new ArrayList<>();
        private final CompletableFuture<TokenEvent.Finished> end = new CompletableFuture<>();

        Collector(Semaphore free) {
            this.free = free;
        }

        @Override
        public void onEvent(TokenEvent event) {
            switch (event) {
                case TokenEvent.Token token -> ids.add(token.id());
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
    }
}
