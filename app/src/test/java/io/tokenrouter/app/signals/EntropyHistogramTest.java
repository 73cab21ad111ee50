package io.tokenrouter.app.signals;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import java.util.stream.DoubleStream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.DoubleRange;
import net.jqwik.api.constraints.Size;
import org.junit.jupiter.api.Test;

class EntropyHistogramTest {

    @Property(tries = 200)
    void theShareAtEachBoundIsWhatCountingTells(
            @ForAll @Size(min = 1, max = 200) List<@DoubleRange(min = 0, max = 19.9) Double> seen) {
        EntropyHistogram histogram = new EntropyHistogram();
        seen.forEach(histogram::add);

        for (EntropyHistogram.Point point : histogram.points()) {
            // a bound itself may fall to either side of the rounding
            double atLeast = share(seen, point.threshold() * (1 + 1e-9));
            double atMost = share(seen, point.threshold() * (1 - 1e-9));
            assertThat(point.share()).isBetween(atLeast, atMost);
        }
    }

    private static double share(List<Double> seen, double threshold) {
        return (double) seen.stream().filter(nats -> nats >= threshold).count() / seen.size();
    }

    @Test
    void whatIsNotComputedIsNotCounted() {
        EntropyHistogram histogram = new EntropyHistogram();
        histogram.add(Double.NaN);

        assertThat(histogram.seen()).isZero();
        assertThat(histogram.points()).extracting(EntropyHistogram.Point::share).containsExactly(1.0, 0.0);
    }

    @Test
    void afterManyPositionsTheNewestCountMost() {
        EntropyHistogram histogram = new EntropyHistogram();
        DoubleStream.generate(() -> 0.01).limit(1 << 21).forEach(histogram::add);
        DoubleStream.generate(() -> 2.0).limit(1 << 20).forEach(histogram::add);

        double share = histogram.points().stream()
                .filter(point -> point.threshold() > 1)
                .findFirst()
                .orElseThrow()
                .share();
        assertThat(share).isGreaterThan(0.5);
        assertThat(histogram.seen()).isLessThanOrEqualTo(1 << 20);
    }

    @Test
    void whatWasKeptIsAddedAndWhatIsNotUnderstoodIsLeftOut() {
        EntropyHistogram before = new EntropyHistogram();
        before.add(0.5);
        EntropyHistogram after = new EntropyHistogram();
        after.add(0.0);
        after.add(before.counts());
        after.add(List.of(1L, 2L, 3L));

        assertThat(after.seen()).isEqualTo(2);
        assertThat(after.points().get(1).share()).isCloseTo(0.5, within(1e-12));
    }
}
