package io.tokenrouter.engine.tuning;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;

class StepIntervalsTest {

    @Example
    void aStepBetweenTwoOthersSharesItsEnds() {
        StepIntervals intervals = new StepIntervals(2);
        intervals.add(1, step(100, 200));
        intervals.add(1, step(250, 400));

        assertThat(intervals.besideNanos(0, step(150, 300))).isEqualTo(100);
        assertThat(intervals.besideNanos(0, step(200, 250))).isZero();
        assertThat(intervals.besideNanos(0, step(260, 390))).isEqualTo(130);
        assertThat(intervals.besideNanos(1, step(100, 400)))
                .as("its own steps are no others")
                .isZero();
    }

    @Property(tries = 200)
    void agreesWithCountingEachNanosecond(@ForAll long seed) {
        StepIntervals intervals = new StepIntervals(2);
        Random random = new Random(seed);
        long now = Long.MAX_VALUE - 50;
        List<StepSample> others = new ArrayList<>();
        for (int i = 0; i < 10; i++) {
            long start = now + random.nextInt(5);
            now = start + 1 + random.nextInt(10);
            others.add(step(start, now));
            intervals.add(1, others.getLast());
        }
        long start = others.getFirst().startNanos() + random.nextInt(60);
        StepSample step = step(start, start + 1 + random.nextInt(40));
        int both = 0;
        for (long t = step.startNanos(); t != step.endNanos(); t++) {
            for (StepSample other : others) {
                both += t - other.startNanos() >= 0 && t - other.endNanos() < 0 ? 1 : 0;
            }
        }
        assertThat(intervals.besideNanos(0, step)).isEqualTo(both);
    }

    private static StepSample step(long startNanos, long endNanos) {
        return new StepSample(1, 1, 0, false, true, endNanos, endNanos - startNanos);
    }
}
