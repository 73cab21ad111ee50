package io.tokenrouter.engine.calibrate;

import io.tokenrouter.engine.api.EngineException;
import io.tokenrouter.engine.api.FinishReason;
import io.tokenrouter.engine.api.GenerationEngine;
import io.tokenrouter.engine.api.GenerationHandle;
import io.tokenrouter.engine.api.GenerationRequest;
import io.tokenrouter.engine.api.PolicySpec;
import io.tokenrouter.engine.api.SamplingParams;
import io.tokenrouter.engine.api.StopCriteria;
import io.tokenrouter.engine.api.TokenEvent;
import io.tokenrouter.engine.api.TokenListener;
import io.tokenrouter.engine.api.TokenSignals;
import io.tokenrouter.engine.routing.ThresholdRule;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Semaphore;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Asks a pair prompts, greedily, so many at once, beside whatever else its engine does. For one thread. */
public final class Replay {

    private static final Duration PAUSE = Duration.ofSeconds(1);

    private final GenerationEngine engine;
    private final String pair;
    private final String smallId;
    private final String largeId;
    private final int maxTokens;
    private final int atOnce;
    private final Progress progress;
    private final String name = "calibration-" + UUID.randomUUID();
    private int asked;

    /** A request has failed, so that no more need to be asked. */
    private volatile boolean hasFailed;

    /**
     * @param smallId id of the pair's small model
     * @param largeId id of its large one
     * @param maxTokens of an answer
     * @param atOnce requests in flight, at least 1
     */
    public Replay(
            GenerationEngine engine,
            String pair,
            String smallId,
            String largeId,
            int maxTokens,
            int atOnce,
            Progress progress) {
        this.engine = engine;
        this.pair = pair;
        this.smallId = smallId;
        this.largeId = largeId;
        this.maxTokens = maxTokens;
        this.atOnce = atOnce;
        this.progress = progress;
    }

    private record Running(GenerationHandle handle, CompletableFuture<ReplayedAnswer> end) {}

    /**
     * The answers, in the order of the prompts. Those that still run are cancelled where it ends early.
     *
     * @param rule by which positions are scored; null for no scores
     * @throws EngineException if the engine refuses a request, or cannot finish one
     * @throws InterruptedException if the thread is interrupted
     */
    List<ReplayedAnswer> run(String what, List<ReplayPrompt> prompts, PolicySpec policy, @Nullable ThresholdRule rule)
            throws InterruptedException {
        progress.begins(what, prompts.size());
        hasFailed = false;
        Semaphore free = new Semaphore(atOnce);
        List<Running> running = new ArrayList<>(prompts.size());
        try {
            for (ReplayPrompt prompt : prompts) {
                free.acquire();
                if (hasFailed) {
                    break;
                }
                running.add(submit(prompt, policy, new Collector(rule, free)));
            }
            // in their order; if any has failed, so does this
            List<ReplayedAnswer> answers = new ArrayList<>(prompts.size());
            for (Running each : running) {
                answers.add(each.end().get());
            }
            return answers;
        } catch (ExecutionException e) {
            if (e.getCause() instanceof RuntimeException failure) {
                throw failure;
            }
            throw new IllegalStateException(e.getCause());
        } finally {
            running.forEach(each -> each.handle().cancel());
        }
    }

    /** Waits while the engine has no place for it. */
    private Running submit(ReplayPrompt prompt, PolicySpec policy, Collector collector) throws InterruptedException {
        GenerationRequest request = new GenerationRequest(
                name + "-" + asked++,
                pair,
                prompt.ids(),
                SamplingParams.GREEDY,
                StopCriteria.maxTokens(maxTokens),
                policy,
                0);
        while (true) {
            try {
                return new Running(engine.submit(request, collector), collector.end);
            } catch (EngineException refusal) {
                if (refusal.kind() != EngineException.Kind.OVERLOADED) {
                    throw refusal;
                }
            }
            Thread.sleep(PAUSE);
        }
    }

    private final class Collector implements TokenListener {

        private final @Nullable ThresholdRule rule;
        private final Semaphore free;
        private final List<Integer> ids = new ArrayList<>();
        private final ScoreLog scores = new ScoreLog();
        private final CompletableFuture<ReplayedAnswer> end = new CompletableFuture<>();

        Collector(@Nullable ThresholdRule rule, Semaphore free) {
            this.rule = rule;
            this.free = free;
        }

        @Override
        public boolean wantsSignals() {
            return rule != null;
        }

        @Override
        public void onSignals(TokenSignals signals) {
            if (rule != null && smallId.equals(signals.asked())) {
                scores.add(rule.score(signals), signals.agreement());
            }
        }

        @Override
        public void onEvent(TokenEvent event) {
            switch (event) {
                case TokenEvent.Token token -> ids.add(token.id());
                case TokenEvent.Finished finished -> ended(() -> answer(finished));
                case TokenEvent.Failed failed ->
                    ended(() -> {
                        throw failed.error();
                    });
            }
        }

        private void ended(Supplier<ReplayedAnswer> answer) {
            try {
                // first: whoever waits for the end sees it counted
                progress.answered();
                end.complete(answer.get());
            } catch (RuntimeException failure) {
                hasFailed = true;
                end.completeExceptionally(failure);
            } finally {
                free.release();
            }
        }

        private ReplayedAnswer answer(TokenEvent.Finished finished) {
            if (finished.reason() == FinishReason.CANCELLED) {
                throw new IllegalStateException("the server ended a request of the calibration");
            }
            return new ReplayedAnswer(
                    ids.stream().mapToInt(Integer::intValue).toArray(),
                    finished.reason() == FinishReason.STOP,
                    finished.stats().completionTokens().getOrDefault(largeId, 0),
                    rule == null ? null : scores.request());
        }
    }
}
