package io.tokenrouter.engine.throughput;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;

/**
 * A discrete-event simulation that moves numbers of requests, not requests: they are alike, so only how many are where matters. All
 * that ends at one instant is counted before any step begins. The clock is whole nanoseconds. One run, on one thread.
 */
final class Simulation implements GroupState {

    private static final double WARM_UP = 0.05;

    private final Workload workload;
    private final StartRule rule;
    private final BucketTrim[] trims;
    private final RoutingSampler sampler;
    private final int models;
    private final double slowdown;
    private final SplittableRandom[] routes;
    private final StepNoise[] noises;
    private final SplittableRandom[] lags;
    private final CatchUpSampler[] catchUps;

    private final CohortQueue[] queues;
    private final CohortQueue[] batches;
    private final long[] predicted;
    private final long[] total;
    private final long[] remaining;
    private final long[] idleAt;
    private final long[] nonEmptyAt;
    private long now;

    /** Part of a nanosecond that running steps have done and that their whole numbers do not show yet. */
    private double workBegun;

    private final GapHistogram gaps = new GapHistogram();
    private final long[] steps;
    private final long[] rows;
    private final long[] busy;
    private long countedFrom;

    /**
     * @param sampler made for this workload's matrix; may serve several runs one after the other
     * @param trims one for each model
     * @param seed each model's randomness is a stream of its own, so runs of one seed under other settings can be compared
     */
    Simulation(Workload workload, StartRule rule, List<BucketTrim> trims, RoutingSampler sampler, long seed) {
        this.workload = workload;
        this.rule = rule;
        this.trims = trims.toArray(BucketTrim[]::new);
        this.sampler = sampler;
        models = workload.models().size();
        slowdown = workload.device() instanceof DeviceMode.Overlapping overlapping ? overlapping.slowdown() : 1;
        routes = new SplittableRandom[models];
        lags = new SplittableRandom[models];
        noises = new StepNoise[models];
        catchUps = new CatchUpSampler[models];
        queues = new CohortQueue[models];
        batches = new CohortQueue[models];
        SplittableRandom seeds = new SplittableRandom(seed);
        for (int m = 0; m < models; m++) {
            routes[m] = seeds.split();
            lags[m] = seeds.split();
            noises[m] = new StepNoise(workload.models().get(m).noise(), seeds.split());
            catchUps[m] = CatchUpSampler.of(workload.routing(), m);
            queues[m] = new CohortQueue(workload.requests());
            batches[m] = new CohortQueue(workload.requests());
        }
        predicted = new long[models];
        total = new long[models];
        remaining = new long[models];
        idleAt = new long[models];
        nonEmptyAt = new long[models];
        steps = new long[models];
        rows = new long[models];
        busy = new long[models];
        queues[0].push(workload.requests(), 0, 0);
    }

    /** Runs for a number of steps of all models together, of which the first ones are not counted. */
    Prediction run(long stepCount) {
        long warmUp = (long) (stepCount * WARM_UP);
        long done = 0;
        while (done < warmUp) {
            done += advance();
        }
        forget();
        while (done < stepCount) {
            done += advance();
        }
        return prediction();
    }

    /** To the next instant at which something happens; how many steps ended there. */
    private int advance() {
        boolean isHeld = !startAll();
        int running = 0;
        long work = Long.MAX_VALUE;
        for (int m = 0; m < models; m++) {
            if (batches[m].size() > 0) {
                running++;
                work = Math.min(work, remaining[m]);
            }
        }
        if (running == 0) {
            throw new IllegalStateException("no step runs and the rule begins none: " + rule);
        }
        double pace = running > 1 ? slowdown : 1;
        long passed = Math.max(1, Math.round(work * pace));
        long timer = isHeld ? rule.nanosToNextDecision(this) : StartRule.NEVER;
        if (timer < passed) {
            passed = timer;
            workBegun += timer / pace;
            work = Math.min(work, (long) workBegun);
            workBegun -= work;
        } else {
            workBegun = 0;
        }
        now += passed;
        int ended = 0;
        for (int m = 0; m < models; m++) {
            if (batches[m].size() > 0) {
                remaining[m] -= work;
                busy[m] += passed;
                if (remaining[m] == 0) {
                    complete(m);
                    ended++;
                }
            }
        }
        return ended;
    }

    /** Begins all steps that are to begin now; true if nothing waits that could have begun. */
    private boolean startAll() {
        while (anyReady()) {
            int chosen = rule.next(this);
            if (chosen == StartRule.NONE) {
                return false;
            }
            start(chosen);
        }
        return true;
    }

    private boolean anyReady() {
        for (int m = 0; m < models; m++) {
            if (queues[m].size() > 0 && batches[m].size() == 0) {
                return true;
            }
        }
        return false;
    }

    private void start(int m) {
        ModelProfile model = workload.models().get(m);
        int count = trims[m].rows(Math.min(queues[m].size(), model.maxBatch()));
        long behind = queues[m].moveTo(batches[m], count);
        predicted[m] = Math.round(model.stepTime().nanos(count) + model.nanosPerCatchUpToken() * behind);
        total[m] = noises[m].apply(predicted[m]);
        remaining[m] = total[m];
    }

    private void complete(int m) {
        int count = batches[m].size();
        batches[m].recordAndClear(now, gaps);
        steps[m]++;
        rows[m] += count;
        idleAt[m] = now;
        int left = count;
        for (int to = 0; to < models; to++) {
            int going = sampler.draw(m, to, left, routes[m]);
            if (going > 0) {
                left -= going;
                if (queues[to].size() == 0) {
                    nonEmptyAt[to] = now;
                }
                boolean isBehind = to != m && workload.models().get(to).nanosPerCatchUpToken() > 0;
                queues[to].push(going, now, isBehind ? catchUps[to].draw(going, lags[to]) : 0);
            }
        }
    }

    private void forget() {
        gaps.clear();
        countedFrom = now;
        for (int m = 0; m < models; m++) {
            steps[m] = 0;
            rows[m] = 0;
            busy[m] = 0;
        }
    }

    private Prediction prediction() {
        double time = now - countedFrom;
        List<Double> meanBatches = new ArrayList<>();
        List<Double> busyShares = new ArrayList<>();
        long tokens = 0;
        for (int m = 0; m < models; m++) {
            tokens += rows[m];
            meanBatches.add(steps[m] == 0 ? 0 : (double) rows[m] / steps[m]);
            busyShares.add(busy[m] / time);
        }
        double tokensPerSecond = 1e9 * tokens / time;
        return new Prediction(
                tokensPerSecond,
                tokensPerSecond / workload.requests(),
                gaps.meanNanos(),
                gaps.quantileNanos(.99),
                meanBatches,
                busyShares);
    }

    @Override
    public int waiting(int model) {
        return queues[model].size();
    }

    @Override
    public int inStep(int model) {
        return batches[model].size();
    }

    @Override
    public int elsewhere(int model) {
        return workload.requests() - queues[model].size();
    }

    @Override
    public long elapsedNanos(int model) {
        return total[model] - remaining[model];
    }

    @Override
    public long predictedNanos(int model) {
        return predicted[model];
    }

    @Override
    public long heldNanos(int model) {
        return now - Math.max(idleAt[model], nonEmptyAt[model]);
    }

    @Override
    public long oldestWaitNanos(int model) {
        return now - queues[model].oldestArrival();
    }

    @Override
    public double expectedArrivals(int from, int to) {
        return batches[from].size() * workload.routing().probability(from, to);
    }
}
