package io.tokenrouter.train.pair;

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
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/** Greedy requests to an engine, so many at once; whoever asks for one more waits. For one thread. */
public final class Asker {

    private final RoutingEngine engine;
    private final String largeId;
    private final Semaphore free;
    private final AtomicLong asked;

    /** @param asked numbers the engine's requests, those of all askers */
    Asker(RoutingEngine engine, String largeId, int atOnce, AtomicLong asked) {
        this.engine = engine;
        this.largeId = largeId;
        this.asked = asked;
        free = new Semaphore(atOnce);
    }

    /**
     * Sends a request, once there is a place for it.
     *
     * @param target pair or model
     * @param policy who writes; null for a single model
     * @param seed of the algorithm's coins; greedy answers depend on it in nothing else
     * @return completes when the answer has ended, exceptionally with what went wrong
     */
    public CompletableFuture<Answer> ask(
            String target, int[] prompt, int maxTokens, @Nullable PolicySpec policy, long seed)
            throws InterruptedException {
        free.acquire();
        Collector collector = new Collector();
        try {
            engine.submit(
                    new GenerationRequest(
                            "train-" + asked.getAndIncrement(),
                            target,
                            prompt,
                            SamplingParams.GREEDY.withSeed(seed),
                            StopCriteria.maxTokens(maxTokens),
                            policy,
                            0),
                    collector);
        } catch (RuntimeException refused) {
            free.release();
            throw refused;
        }
        return collector.end;
    }

    private final class Collector implements TokenListener {

        private final List<Integer> ids = new ArrayList<>();
        private final CompletableFuture<Answer> end = new CompletableFuture<>();

        @Override
        public void onEvent(TokenEvent event) {
            switch (event) {
                case TokenEvent.Token token -> ids.add(token.id());
                case TokenEvent.Finished finished -> {
                    free.release();
                    end.complete(answer(finished));
                }
                case TokenEvent.Failed failed -> {
                    free.release();
                    end.completeExceptionally(failed.error());
                }
            }
        }

        private Answer answer(TokenEvent.Finished finished) {
            return new Answer(
                    ids.stream().mapToInt(Integer::intValue).toArray(),
                    finished.stats().completionTokens().getOrDefault(largeId, 0),
                    finished.stats().switches(),
                    finished.reason() == FinishReason.STOP);
        }
    }
}
