package io.tokenrouter.gpu.verify;

import io.tokenrouter.engine.api.GenerationRequest;
import io.tokenrouter.engine.api.PolicySpec;
import io.tokenrouter.engine.api.SamplingParams;
import io.tokenrouter.engine.api.StopCriteria;
import io.tokenrouter.engine.api.TokenEvent;
import io.tokenrouter.engine.api.TokenListener;
import io.tokenrouter.engine.executor.ModelExecutor;
import io.tokenrouter.engine.fixtures.FakeVocabulary;
import io.tokenrouter.engine.routing.RoutingAlgorithms;
import io.tokenrouter.engine.runtime.EngineOptions;
import io.tokenrouter.engine.runtime.Optimisation;
import io.tokenrouter.engine.runtime.RoutingEngine;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Semaphore;

/** Requests at a pair through the engine, greedy. A coin at every position says which model writes, the same on every device. */
public final class RoutedRun implements AutoCloseable {

    /** Of the tokens that the large model writes. */
    static final double SHARE = 0.2;

    private static final String PAIR = "pair";
    private static final String SMALL = "small";
    private static final String LARGE = "large";

    private final RoutingEngine engine;
    private final int vocabulary;
    private int requests;

    /** What a run gave: ids by request, and seconds from the first submission to the last end. */
    public record Answers(List<int[]> ids, double seconds) {

        int tokens() {
            return ids.stream().mapToInt(answer -> answer.length).sum();
        }
    }

    /** @param small and large of one vocabulary; they stay open */
    public RoutedRun(ModelExecutor small, ModelExecutor large, int clients) {
        vocabulary = small.spec().vocabularySize();
        // shared prefixes would let a run profit from the one before
        engine = new RoutingEngine(
                EngineOptions.DEFAULTS.withLimits(clients, clients).without(Optimisation.SHARED_PREFIXES),
                RoutingAlgorithms.load());
        engine.addModel(SMALL, new Borrowed(small), FakeVocabulary.endless(vocabulary));
        engine.addModel(LARGE, new Borrowed(large), FakeVocabulary.endless(vocabulary));
        engine.addPair(PAIR, SMALL, LARGE, new PolicySpec("random", Map.of("p", SHARE, "seed", 1L)));
    }

    /** Sends so many requests, {@code clients} at a time, and waits for all of them. */
    public Answers run(int count, int clients, int prompt, int answer) throws InterruptedException {
        Semaphore free = new Semaphore(clients);
        List<Collector> collectors = new ArrayList<>();
        long begin = System.nanoTime();
        for (int i = 0; i < count; i++) {
            free.acquire();
            Collector collector = new Collector(free);
            collectors.add(collector);
            engine.submit(
                    new GenerationRequest(
                            "verify-" + requests++,
                            PAIR,
                            new Random(i).ints(prompt, 0, vocabulary).toArray(),
                            SamplingParams.GREEDY,
                            StopCriteria.maxTokens(answer),
                            null,
                            0),
                    collector);
        }
        List<int[]> ids = new ArrayList<>();
        for (Collector collector : collectors) {
            ids.add(collector.join());
        }
        return new Answers(ids, (System.nanoTime() - begin) / 1e9);
    }

    @Override
    public void close() {
        engine.close();
    }

    private static final class Collector implements TokenListener {

        private final Semaphore free;
        private final List<Integer> ids = new ArrayList<>();
        private final CompletableFuture<int[]> end = new CompletableFuture<>();

        Collector(Semaphore free) {
            this.free = free;
        }

        @Override
        public void onEvent(TokenEvent event) {
            switch (event) {
                case TokenEvent.Token token -> ids.add(token.id());
                case TokenEvent.Finished finished -> {
                    free.release();
                    end.complete(ids.stream().mapToInt(Integer::intValue).toArray());
                }
                case TokenEvent.Failed failed -> {
                    free.release();
                    end.completeExceptionally(failed.error());
                }
            }
        }

        int[] join() {
            return end.join();
        }
    }
}
