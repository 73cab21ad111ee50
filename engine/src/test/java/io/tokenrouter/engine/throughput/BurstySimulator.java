package io.tokenrouter.engine.throughput;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Deque;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.ToDoubleFunction;

/**
 * A small and a large model on devices of their own, request by request, each of which alternates between stretches of text in which
 * the large model rarely writes and stretches in which it often does. The rule is the one of the runtime; what it is told about the
 * requests in a step is the test's choice.
 */
final class BurstySimulator implements GroupState {

    static final double RARELY = .03;
    static final double OFTEN = .40;

    /** Of a running share: how much the newest visit counts. */
    private static final double WEIGHT = .08;

    /** One request, as much as anybody may know of it. */
    static final class Request {
        private final SplittableRandom text;
        private boolean often;
        private double running;
        private long asked;

        Request(SplittableRandom text, double pooled) {
            this.text = text;
            this.often = text.nextBoolean();
            this.running = pooled;
        }

        /** What nobody can measure. */
        double truth() {
            return often ? OFTEN : RARELY;
        }

        /** What its own visits say. */
        double running() {
            return running;
        }
    }

    private static final class Model {
        final Deque<Request> queue = new ArrayDeque<>();
        final List<Request> batch = new ArrayList<>();
        double arrivals;
        long started;
        long ends;
        long predicted;
        long idleSince;
        long rows;
    }

    private final Model[] models = {new Model(), new Model()};
    private final Workload workload;
    private final StartRule rule;
    private final ToDoubleFunction<Request> belief;
    private final double flips;
    private final SplittableRandom random;
    private long now;
    private long countedFrom;

    /**
     * @param workload with the pooled share
     * @param meanRun tokens of the small model in a stretch
     * @param belief share of a request's tokens that send it to the large model, as far as the rule is told
     */
    BurstySimulator(
            Workload workload, BatchingSettings settings, double meanRun, ToDoubleFunction<Request> belief, long seed) {
        this.workload = workload;
        this.rule = StartRule.of(settings, workload);
        this.belief = belief;
        this.flips = 1 / meanRun;
        this.random = new SplittableRandom(seed);
        for (int i = 0; i < workload.requests(); i++) {
            models[0].queue.add(new Request(random.split(), workload.routing().probability(0, 1)));
        }
    }

    /** Tokens per second over a number of steps, the first twentieth not counted. */
    double tokensPerSecond(int steps) {
        int done = 0;
        while (done < steps) {
            if (countedFrom == 0 && done >= steps / 20) {
                countedFrom = now;
                Arrays.stream(models).forEach(model -> model.rows = 0);
            }
            for (int m = rule.next(this); m != StartRule.NONE; m = rule.next(this)) {
                start(m);
            }
            done += advance();
        }
        return 1e9 * (models[0].rows + models[1].rows) / (now - countedFrom);
    }

    /** Share of the small model's tokens that sent a request to the large one. */
    double pooledShare() {
        return (double) models[1].rows / models[0].rows;
    }

    private void start(int m) {
        Model model = models[m];
        model.batch.addAll(model.queue);
        model.queue.clear();
        model.arrivals = m == 0 ? model.batch.stream().mapToDouble(belief).sum() : model.batch.size();
        ModelProfile profile = workload.models().get(m);
        model.predicted = Math.round(profile.stepTime().nanos(model.batch.size()));
        double variance = Math.log1p(profile.noise() * profile.noise());
        model.started = now;
        model.ends = now
                + Math.round(model.predicted * Math.exp(Math.sqrt(variance) * random.nextGaussian() - variance / 2));
    }

    private int advance() {
        long timer = rule.nanosToNextDecision(this);
        long next = timer == StartRule.NEVER ? Long.MAX_VALUE : now + timer;
        for (Model model : models) {
            next = model.batch.isEmpty() ? next : Math.min(next, model.ends);
        }
        now = next;
        int ended = 0;
        for (int m = 0; m < 2; m++) {
            if (!models[m].batch.isEmpty() && models[m].ends == now) {
                end(m);
                ended++;
            }
        }
        return ended;
    }

    private void end(int m) {
        Model model = models[m];
        model.rows += model.batch.size();
        model.idleSince = now;
        for (Request request : model.batch) {
            int next = m == 0 && request.text.nextDouble() < request.truth() ? 1 : 0;
            if (m == 0) {
                request.running += WEIGHT * (next - request.running);
            }
            request.often ^= request.text.nextDouble() < flips;
            request.asked = now;
            models[next].queue.add(request);
        }
        model.batch.clear();
    }

    @Override
    public int waiting(int model) {
        return models[model].queue.size();
    }

    @Override
    public int inStep(int model) {
        return models[model].batch.size();
    }

    @Override
    public int elsewhere(int model) {
        return workload.requests() - waiting(model);
    }

    @Override
    public long elapsedNanos(int model) {
        return now - models[model].started;
    }

    @Override
    public long predictedNanos(int model) {
        return models[model].predicted;
    }

    @Override
    public long heldNanos(int model) {
        return now - Math.max(models[model].idleSince, models[model].queue.getFirst().asked);
    }

    @Override
    public long oldestWaitNanos(int model) {
        return now - models[model].queue.getFirst().asked;
    }

    @Override
    public double expectedArrivals(int from, int to) {
        return models[from].arrivals;
    }
}
