package io.tokenrouter.engine.throughput;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.IntToDoubleFunction;

/**
 * The workload of two models once more, written plainly and from the rules' definitions: every request is an object that is routed by a
 * throw of its own, remembers when it last visited each model, and notes the gaps between its tokens. Times are milliseconds.
 */
final class RequestSimulator {

    private static final double NEVER = Double.POSITIVE_INFINITY;
    private static final int POINTS = 200;

    /** What to vary; the defaults are greedy on separate devices. */
    static final class Case {
        int requests = 4;
        double toLarge = .1;
        double toSmall = 1;
        IntToDoubleFunction[] stepTimes;
        double[] catchUp = {0, 0};
        double noise;
        int[] maxBatch = {Integer.MAX_VALUE, Integer.MAX_VALUE};
        boolean takesTurns;
        double slowdown = 1;
        int[] minimum = {1, 1};
        double[] wait = {NEVER, NEVER};
        double[] align = {0, 0};
        double theta;
        int sharedThreshold;
    }

    private static final class Request {
        double asked;
        int tokens;
        final int[] tokensAtVisit = new int[2];
        int behind;
    }

    private static final class Model {
        final ArrayDeque<Request> queue = new ArrayDeque<>();
        final List<Request> batch = new ArrayList<>();
        double left;
        double expectedLeft;
        double expected;
        double idleSince;
        double nonEmptySince;
        double alignedSince = NEVER;
        long rows;
    }

    private final Case setup;
    private final SplittableRandom random;
    private final Model[] models = {new Model(), new Model()};
    private double now;
    private long steps;

    private final double[] gaps = new double[200_000];
    private int gapCount;
    private double countedFrom;

    RequestSimulator(Case setup, long seed) {
        this.setup = setup;
        this.random = new SplittableRandom(seed);
        for (int i = 0; i < setup.requests; i++) {
            models[0].queue.add(new Request());
        }
    }

    /** Runs, the first twentieth not counted. */
    RequestSimulator run(long stepCount) {
        while (steps < stepCount) {
            if (countedFrom == 0 && steps >= stepCount / 20) {
                countedFrom = now;
                gapCount = 0;
                models[0].rows = 0;
                models[1].rows = 0;
            }
            startAll();
            passTime();
            endAll();
        }
        return this;
    }

    double tokensPerSecond() {
        return 1000 * (models[0].rows + models[1].rows) / (now - countedFrom);
    }

    double largeShare() {
        return (double) models[1].rows / (models[0].rows + models[1].rows);
    }

    double p99Millis() {
        double[] sorted = Arrays.copyOf(gaps, gapCount);
        Arrays.sort(sorted);
        return sorted[(int) (.99 * gapCount)];
    }

    private void startAll() {
        boolean changed = true;
        while (changed) {
            changed = false;
            int[] order = setup.theta > 0 ? new int[] {0, 1} : new int[] {1, 0};
            for (int m : order) {
                if (!changed && models[m].batch.isEmpty() && !models[m].queue.isEmpty() && mayStart(m)) {
                    start(m);
                    changed = true;
                }
            }
        }
        if (models[0].batch.isEmpty() && models[1].batch.isEmpty()) {
            double small = (double) models[0].queue.size() / setup.minimum[0];
            double large = (double) models[1].queue.size() / setup.minimum[1];
            boolean smallFirst = setup.takesTurns ? small > 0 : small > large;
            start(smallFirst ? 0 : 1);
            startAll();
        }
    }

    private boolean mayStart(int m) {
        Model other = models[1 - m];
        int waiting = models[m].queue.size();
        if (setup.takesTurns && !other.batch.isEmpty()) {
            return false;
        }
        if (setup.sharedThreshold > 0) {
            boolean largeTurn = models[1].queue.size() >= Math.min(setup.sharedThreshold, setup.maxBatch[1])
                    || models[0].queue.isEmpty();
            return largeTurn == (m == 1);
        }
        if (waiting >= setup.maxBatch[m] || waiting == setup.requests) {
            return true;
        }
        double sendsHere = m == 1 ? setup.toLarge : setup.toSmall;
        if (setup.theta > 0) {
            return other.batch.isEmpty() || sendsHere == 0 || !isWorthHolding(m, other.batch.size() * sendsHere);
        }
        double held = now - Math.max(models[m].idleSince, models[m].nonEmptySince);
        boolean due = waiting >= setup.minimum[m] || held >= setup.wait[m] - 1e-9;
        boolean aligned = !other.batch.isEmpty() && sendsHere > 0 && other.expectedLeft <= setup.align[m] + 1e-9;
        if (due && aligned && setup.align[m] > 0) {
            models[m].alignedSince = Math.min(models[m].alignedSince, now);
            return now - models[m].alignedSince >= setup.align[m] - 1e-9;
        }
        return due;
    }

    private boolean isWorthHolding(int m, double arrivals) {
        Model other = models[1 - m];
        double deviation = setup.noise * other.expected;
        double r = residual(other.expectedLeft, deviation);
        if (other.expectedLeft < -3 * deviation - 1) {
            return false;
        }
        int q = models[m].queue.size();
        double step = setup.stepTimes[m].applyAsDouble(q);
        int whole = (int) arrivals;
        double low = setup.stepTimes[m].applyAsDouble(q + whole);
        double high = setup.stepTimes[m].applyAsDouble(q + whole + 1);
        double longer = low + (arrivals - whole) * (high - low) - step;
        return arrivals * (step - r) > setup.theta * q * r + Math.max(setup.theta, 1) * q * longer;
    }

    /** By summing the tail of the normal distribution numerically. */
    private static double residual(double left, double deviation) {
        if (deviation == 0 || left > 6 * deviation) {
            return Math.max(left, 0);
        }
        double mass = 0;
        double moment = 0;
        for (int i = 0; i < POINTS; i++) {
            double x = (i + .5) * (Math.abs(left) + 9 * deviation) / POINTS;
            double z = (x - left) / deviation;
            double density = Math.exp(-z * z / 2 + (left < 0 ? left * left / 2 / deviation / deviation : 0));
            mass += density;
            moment += x * density;
        }
        return moment / mass;
    }

    private void start(int m) {
        Model model = models[m];
        int behind = 0;
        while (!model.queue.isEmpty() && model.batch.size() < setup.maxBatch[m]) {
            Request request = model.queue.poll();
            behind += request.behind;
            model.batch.add(request);
        }
        model.expected = setup.stepTimes[m].applyAsDouble(model.batch.size()) + setup.catchUp[m] * behind;
        double variance = Math.log(1 + setup.noise * setup.noise);
        model.left = model.expected * Math.exp(Math.sqrt(variance) * random.nextGaussian() - variance / 2);
        model.expectedLeft = model.expected;
        model.alignedSince = NEVER;
    }

    private void passTime() {
        boolean both = !models[0].batch.isEmpty() && !models[1].batch.isEmpty();
        double speed = both ? 1 / setup.slowdown : 1;
        double time = NEVER;
        for (int m = 0; m < 2; m++) {
            Model model = models[m];
            if (!model.batch.isEmpty()) {
                time = Math.min(time, model.left / speed);
            } else if (!model.queue.isEmpty() && setup.theta == 0 && !setup.takesTurns) {
                double untilTimer = Math.max(model.idleSince, model.nonEmptySince) + setup.wait[m] - now;
                time = untilTimer > 1e-9 ? Math.min(time, untilTimer) : time;
                double untilBudget = model.alignedSince + setup.align[m] - now;
                time = untilBudget > 1e-9 ? Math.min(time, untilBudget) : time;
            }
        }
        now += time;
        for (Model model : models) {
            if (!model.batch.isEmpty()) {
                model.left -= time * speed;
                model.expectedLeft -= time * speed;
            }
        }
    }

    private void endAll() {
        List<Request> arrivedSmall = new ArrayList<>();
        List<Request> arrivedLarge = new ArrayList<>();
        for (int m = 0; m < 2; m++) {
            Model model = models[m];
            if (!model.batch.isEmpty() && model.left < 1e-9) {
                steps++;
                model.rows += model.batch.size();
                model.idleSince = now;
                for (Request request : model.batch) {
                    if (gapCount < gaps.length) {
                        gaps[gapCount++] = now - request.asked;
                    }
                    request.tokens++;
                    request.tokensAtVisit[m] = request.tokens;
                    boolean leaves = random.nextDouble() < (m == 0 ? setup.toLarge : setup.toSmall);
                    int next = leaves ? 1 - m : m;
                    request.behind = leaves ? request.tokens - request.tokensAtVisit[next] : 0;
                    request.asked = now;
                    (next == 0 ? arrivedSmall : arrivedLarge).add(request);
                }
                model.batch.clear();
            }
        }
        for (int m = 0; m < 2; m++) {
            List<Request> arrived = m == 0 ? arrivedSmall : arrivedLarge;
            if (models[m].queue.isEmpty() && !arrived.isEmpty()) {
                models[m].nonEmptySince = now;
            }
            models[m].queue.addAll(arrived);
        }
    }

    /** Step times of a set of curves. */
    static IntToDoubleFunction[] stepTimes(Curves curves) {
        double[][] table = new double[2][1026];
        Arrays.setAll(table[0], b -> curves.small(Math.max(b, 1)));
        Arrays.setAll(table[1], b -> curves.large(Math.max(b, 1)));
        return new IntToDoubleFunction[] {b -> table[0][b], b -> table[1][b]};
    }
}
