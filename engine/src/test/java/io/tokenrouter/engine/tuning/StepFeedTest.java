package io.tokenrouter.engine.tuning;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import net.jqwik.api.Example;

class StepFeedTest {

    private final StepFeed feed = new StepFeed(2);
    private final List<StepSample> seen = new ArrayList<>();

    @Example
    void handsOutEachStepOnceInOrder() {
        feed.step(new StepSample(1, 1, 0, false, false, -5, 1000));
        feed.step(new StepSample(64, 3, 100_000, true, true, Long.MAX_VALUE, Long.MAX_VALUE));
        drain();
        feed.step(new StepSample(3, 0, 2, false, true, 12, 5));
        drain();
        drain();

        assertThat(seen)
                .containsExactly(
                        new StepSample(1, 1, 0, false, false, -5, 1000),
                        new StepSample(64, 3, 100_000, true, true, Long.MAX_VALUE, Long.MAX_VALUE),
                        new StepSample(3, 0, 2, false, true, 12, 5));
    }

    @Example
    void leavesOutStepsThatALateReaderHasNoRoomFor() {
        for (int step = 0; step < 10_000; step++) {
            feed.step(new StepSample(step + 1, 1, 0, false, false, step, 7));
        }
        drain();
        assertThat(seen)
                .hasSize(4096)
                .startsWith(new StepSample(1, 1, 0, false, false, 0, 7))
                .endsWith(new StepSample(4096, 1, 0, false, false, 4095, 7));

        seen.clear();
        feed.step(new StepSample(5, 5, 0, false, false, 9, 7));
        drain();
        assertThat(seen).containsExactly(new StepSample(5, 5, 0, false, false, 9, 7));
    }

    @Example
    void losesNoCount() {
        for (int visit = 0; visit < 10_000; visit++) {
            feed.routed(visit % 10 == 0 ? 1 : 0);
        }
        assertThat(feed.takeRouted()).containsExactly(9000, 1000);
        feed.routed(1);
        assertThat(feed.takeRouted()).containsExactly(0, 1);
        assertThat(feed.takeRouted()).containsExactly(0, 0);
    }

    /** Whatever the two threads do, what arrives is what was written: the numbers of each step belong together. */
    @Example
    void twoThreadsNeverMixSteps() throws InterruptedException {
        int steps = 200_000;
        Thread writer = Thread.ofPlatform().start(() -> {
            for (int step = 1; step <= steps; step++) {
                feed.step(new StepSample(step, step, step, step % 2 == 0, step % 3 == 0, step, step));
                feed.routed(1);
            }
        });
        long visits = 0;
        while (writer.isAlive()) {
            drain();
            visits += feed.takeRouted()[1];
        }
        writer.join();
        drain();
        visits += feed.takeRouted()[1];

        assertThat(visits).isEqualTo(steps);
        int before = 0;
        for (StepSample step : seen) {
            assertThat(step.rows()).isGreaterThan(before);
            int n = step.rows();
            assertThat(step).isEqualTo(new StepSample(n, n, n, n % 2 == 0, n % 3 == 0, n, n));
            before = n;
        }
    }

    private void drain() {
        feed.drain(seen::add);
    }
}
