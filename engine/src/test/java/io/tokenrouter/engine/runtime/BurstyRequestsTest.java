package io.tokenrouter.engine.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import io.tokenrouter.engine.fixtures.EventLog;
import io.tokenrouter.engine.fixtures.FakeExecutor;
import io.tokenrouter.engine.fixtures.ManualClock;
import io.tokenrouter.engine.fixtures.StepGate;
import io.tokenrouter.engine.subserver.GroupPlan;
import io.tokenrouter.engine.subserver.GroupShape;
import io.tokenrouter.engine.throughput.BatchingSettings;
import io.tokenrouter.engine.throughput.BucketTrim;
import io.tokenrouter.engine.throughput.DeviceMode;
import io.tokenrouter.engine.throughput.ModelProfile;
import io.tokenrouter.engine.throughput.RoutingMatrix;
import io.tokenrouter.engine.throughput.StepTimeCurve;
import java.time.Duration;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;

/**
 * A step is held for a request because of what that request did lately, not of what all requests do. Steps of 6 and 25 ms: with one
 * request at the large model and one in a step of the small one that has just begun, it is held from a share of 6 / 19 on.
 */
class BurstyRequestsTest {

    private static final int VISITS = 20;
    private static final Duration HELD = Duration.ofMillis(1);

    private final ManualClock clock = new ManualClock();
    private final StepGate small = new StepGate();
    private final StepGate large = new StepGate();

    @Test
    void aRequestThatWasSentToTheLargeModelEveryTimeIsWaitedFor() {
        try (FakePair pair = pair(.2)) {
            EventLog walking = new EventLog();
            pair.submit(pair.request("pair", new int[] {1}, VISITS, FakePair.entropy(0)), walking);
            large.allow(VISITS);
            stopAtSmallStep(VISITS - 1);
            EventLog waiting = new EventLog();
            pair.submit(pair.request("pair", new int[] {2}, 1, FakePair.fixed("large")), waiting);
            clock.advanceNanos(HELD.toNanos());
            small.open();
            large.open();
            waiting.awaitFinished();
            walking.awaitFinished();

            assertThat(pair.model("l").heldNanos()).isEqualTo(HELD.toNanos());
            assertThat(pair.large.steps().getLast().rowTokens())
                    .as("both together")
                    .hasSize(2);
            pair.assertIdleAndBalanced();
        }
    }

    @Test
    void aRequestThatWasNeverSentToTheLargeModelIsNotWaitedFor() {
        try (FakePair pair = pair(.6)) {
            EventLog staying = new EventLog();
            pair.submit(pair.request("pair", new int[] {1}, VISITS, FakePair.entropy(2)), staying);
            stopAtSmallStep(VISITS - 1);
            EventLog waiting = new EventLog();
            pair.submit(pair.request("pair", new int[] {2}, 1, FakePair.fixed("large")), waiting);
            large.awaitStep();
            large.open();
            waiting.awaitFinished();
            small.open();
            staying.awaitFinished();

            assertThat(pair.model("l").heldNanos()).isZero();
            assertThat(pair.large.steps())
                    .extracting(FakeExecutor.StepShape::rowTokens)
                    .containsExactly(List.of(1));
            pair.assertIdleAndBalanced();
        }
    }

    /** So many steps of the small model pass, and the next one has begun. */
    private void stopAtSmallStep(int passed) {
        for (int step = 0; step < passed; step++) {
            small.awaitStep();
            small.allow(1);
        }
        small.awaitStep();
    }

    private FakePair pair(double pooledShare) {
        FakePair pair = new FakePair(FakePair.OPTIONS.withClock(clock).withBatching(shape -> plan(shape, pooledShare)));
        pair.small.gate(small);
        pair.large.gate(large);
        return pair;
    }

    private static GroupPlan plan(GroupShape shape, double pooledShare) {
        if (shape.models().size() == 1) {
            return GroupPlan.greedy(shape);
        }
        return new GroupPlan(
                new BatchingSettings.IndexHold(1),
                List.of(profile(6), profile(25)),
                RoutingMatrix.pair(pooledShare, 1),
                new DeviceMode.Separate(),
                Collections.nCopies(2, Duration.ofSeconds(1).toNanos()),
                Collections.nCopies(2, BucketTrim.NONE),
                "test");
    }

    private static ModelProfile profile(double millis) {
        return ModelProfile.of(StepTimeCurve.of(FakePair.SPEC.maxRows(), rows -> millis * 1e6));
    }
}
