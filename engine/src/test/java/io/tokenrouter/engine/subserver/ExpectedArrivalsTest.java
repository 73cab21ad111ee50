package io.tokenrouter.engine.subserver;

import static org.assertj.core.api.Assertions.assertThat;

import io.tokenrouter.engine.api.SamplingParams;
import io.tokenrouter.engine.executor.Batch;
import io.tokenrouter.engine.executor.BatchResult;
import io.tokenrouter.engine.executor.BatchRow;
import io.tokenrouter.engine.executor.CandidateRequest;
import io.tokenrouter.engine.executor.ExecutorSpec;
import io.tokenrouter.engine.executor.ModelExecutor;
import io.tokenrouter.engine.executor.TokenCandidate;
import io.tokenrouter.engine.fixtures.FakeExecutor;
import io.tokenrouter.engine.fixtures.FakeModel;
import io.tokenrouter.engine.metrics.EngineMetrics;
import io.tokenrouter.engine.metrics.StepListener;
import io.tokenrouter.engine.sampling.LogitRow;
import io.tokenrouter.engine.throughput.BatchingSettings;
import io.tokenrouter.engine.throughput.RoutingMatrix;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** How many generations a running step is said to send on: with real threads, prompts in pieces, evictions and cancels. */
class ExpectedArrivalsTest {

    private static final int GENERATIONS = 40;
    private static final int CONTEXT = 200;
    private static final ExecutorSpec SPEC = new ExecutorSpec(40, CONTEXT, 4, 120, 6, 16);
    private static final double[][] POOLED = {{.8, .2}, {.7, .3}};

    private final StepScheduler scheduler = new StepScheduler(
            shape -> {
                GroupPlan plan = GroupPlan.untuned(shape, new BatchingSettings.IndexHold(1), "test");
                return shape.models().size() < 2
                        ? plan
                        : new GroupPlan(
                                plan.settings(),
                                plan.models(),
                                RoutingMatrix.of(POOLED),
                                plan.device(),
                                plan.guardNanos(),
                                plan.trims(),
                                "test");
            },
            System::nanoTime);
    private final List<FakeExecutor> executors = new ArrayList<>();
    private final List<Subserver> models = new ArrayList<>();
    private final List<Walker> walkers = new ArrayList<>();
    private final ConcurrentLinkedQueue<String> wrong = new ConcurrentLinkedQueue<>();
    private volatile boolean started;

    /** Walks between both models, in stretches, until it has written enough or is told to end. */
    private final class Walker implements SeatOwner {

        final Random random;
        final Seat[] seats = new Seat[2];
        final CountDownLatch gone = new CountDownLatch(2);
        final int number;
        final int[] ids = new int[CONTEXT];

        /** By where it is: the share of its answers after which it went to the other model, by the definition. */
        final double[] share = {POOLED[0][1], POOLED[1][0]};

        final int prompt;
        int length;
        int left;
        double leaving = .5;
        volatile boolean ending;

        Walker(int number) {
            this.number = number;
            random = new Random(number);
            prompt = 1 + random.nextInt(60);
            length = prompt;
            Arrays.fill(ids, 0, length, number % 40);
            left = 20 + random.nextInt(80);
            for (int m = 0; m < 2; m++) {
                seats[m] = models.get(m).open(this, number, length);
            }
            Seat.bind(seats);
            enter(seats[random.nextInt(2)]);
        }

        private void enter(Seat seat) {
            ask(seat);
            seat.enter();
        }

        private void ask(Seat seat) {
            SamplingParams sampling = SamplingParams.GREEDY.withSeed(number);
            seat.ask(ids, length, length, new CandidateRequest(sampling, length, ids, 1, 0, false));
        }

        @Override
        public boolean isEnding() {
            return ending;
        }

        @Override
        public void onEnding(Seat here) {
            seats[0].leaveForGood();
            seats[1].leaveForGood();
        }

        @Override
        public int onExtended(Seat here, int start, int count, StepFacts step) {
            return 0;
        }

        @Override
        public boolean onCandidate(Seat here, TokenCandidate candidate) {
            ids[length++] = candidate.token();
            if (--left == 0) {
                onEnding(here);
                return false;
            }
            leaving = random.nextInt(10) == 0 ? random.nextDouble() : leaving;
            int at = here == seats[0] ? 0 : 1;
            boolean leaves = random.nextDouble() < leaving;
            share[at] = .92 * share[at] + .08 * (leaves ? 1 : 0);
            Seat next = leaves ? seats[1 - at] : here;
            here.left(next);
            if (leaves) {
                enter(next);
            } else {
                ask(here);
            }
            return !leaves;
        }

        @Override
        public void onFailure(Seat here, Throwable cause) {
            wrong.add(cause.toString());
            onEnding(here);
        }

        @Override
        public void onReleased(Seat here) {
            gone.countDown();
        }
    }

    private Subserver start(int at) {
        FakeExecutor fake = new FakeExecutor(new FakeModel(at, 40), SPEC);
        executors.add(fake);
        ModelExecutor watched = new ModelExecutor() {
            @Override
            public ExecutorSpec spec() {
                return SPEC;
            }

            @Override
            public io.tokenrouter.engine.executor.Device device() {
                return fake.device();
            }

            @Override
            public BatchResult execute(Batch batch) {
                check(at, batch);
                return fake.execute(batch);
            }

            @Override
            public TokenCandidate draw(LogitRow own, CandidateRequest wanted) {
                return fake.draw(own, wanted);
            }

            @Override
            public void close() {}
        };
        return new Subserver(
                "m" + at, watched, false, scheduler, EngineMetrics.NONE, StepListener.NONE, System::nanoTime);
    }

    /** Of the thread that has the generations of the step. */
    private void check(int at, Batch batch) {
        if (!started) {
            return;
        }
        double sum = 0;
        boolean readsPrompts = false;
        for (BatchRow row : batch.rows()) {
            readsPrompts |= row.start() < promptOf(row);
            CandidateRequest answer = row.candidate();
            sum += answer == null ? 0 : walkers.get((int) answer.sampling().seed()).share[at];
        }
        sum = readsPrompts ? 0 : sum;
        double told;
        synchronized (scheduler) {
            told = models.get(at).member.group().expectedArrivals(at, 1 - at);
        }
        if (Math.abs(told - sum) > 1e-6) {
            wrong.add(told + " instead of " + sum + " of " + batch.rows().size() + " rows");
        }
    }

    private int promptOf(BatchRow row) {
        return walkers.stream()
                .filter(walker -> walker.ids == row.ids())
                .findFirst()
                .orElseThrow()
                .prompt;
    }

    /** Of a step that reads prompts nobody is expected: nobody knows how long it takes. */
    @ParameterizedTest
    @ValueSource(longs = {1, 2})
    void areTheSumOfWhatTheRowsThatGetAnAnswerDidLately(long seed) throws InterruptedException {
        Random random = new Random(seed);
        models.add(start(0));
        models.add(start(1));
        scheduler.link("m0", "m1");
        synchronized (scheduler) {
            for (int i = 0; i < GENERATIONS; i++) {
                walkers.add(new Walker(i));
            }
            started = true;
        }
        for (Walker walker : walkers) {
            if (random.nextInt(4) == 0) {
                walker.ending = true;
                models.forEach(Subserver::attend);
            }
        }
        for (Walker walker : walkers) {
            assertThat(walker.gone.await(120, TimeUnit.SECONDS))
                    .as("done in time")
                    .isTrue();
        }

        assertThat(wrong).isEmpty();
        executors.forEach(executor -> assertThat(executor.faults()).isEmpty());
        models.getFirst().close();
        synchronized (scheduler) {
            Transitions transitions = models.getFirst().member.transitions;
            transitions.granted(1, 1);
            assertThat(transitions.expectedAt(models.getLast().member))
                    .as("nothing is left of generations that are gone")
                    .isZero();
        }
        models.getLast().close();
        scheduler.close();
    }
}
