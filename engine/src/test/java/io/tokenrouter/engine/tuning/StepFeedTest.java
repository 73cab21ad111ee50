package io.tokenrouter.engine.tuning;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import net.jqwik.api.Example;

class StepFeedTest {

    private record Seen(int rows, int extra, long nanos, boolean overlapped) {}

    private final StepFeed feed = new StepFeed(2);
    private final List<Seen> seen = new ArrayList<>();

    @Example
    void handsOutEachStepOnceInOrder() {
        feed.step(1, 0, 1000, false);
        feed.step(64, 100_000, Long.MAX_VALUE, true);
        drain();
        feed.step(3, 2, 5, true);
        drain();
        drain();

        assertThat(seen)
                .containsExactly(
                        new Seen(1, 0, 1000, false),
                        new Seen(64, 100_000, Long.MAX_VALUE, true),
                        new Seen(3, 2, 5, true));
    }

    @Example
    void leavesOutStepsThatALateReaderHasNoRoomFor() {
        for (int step = 0; step < 10_000; step++) {
            feed.step(step + 1, 0, 7, false);
        }
        drain();
        assertThat(seen).hasSize(4096).startsWith(new Seen(1, 0, 7, false)).endsWith(new Seen(4096, 0, 7, false));

        seen.clear();
        feed.step(5, 0, 7, false);
        drain();
        assertThat(seen).containsExactly(new Seen(5, 0, 7, false));
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
                feed.step(step, step, step, step % 2 == 0);
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
        for (Seen step : seen) {
            assertThat(step.rows()).isGreaterThan(before);
            assertThat(step).isEqualTo(new Seen(step.rows(), step.rows(), step.rows(), step.rows() % 2 == 0));
            before = step.rows();
        }
    }

    private void drain() {
        feed.drain((rows, extra, nanos, overlapped) -> seen.add(new Seen(rows, extra, nanos, overlapped)));
    }
}
