package io.tokenrouter.app.history;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.DoubleRange;
import net.jqwik.api.constraints.LongRange;
import net.jqwik.api.constraints.Size;
import org.junit.jupiter.api.Test;

class TimeBucketsTest {

    private static final long LONGEST = 2_000_000_000_000L;

    @Property(tries = 300)
    void aPercentileIsOffByLessThanFiveInAHundred(
            @ForAll @Size(min = 1, max = 200) List<@LongRange(min = 100_000, max = LONGEST) Long> nanos,
            @ForAll @DoubleRange(min = 0.01, max = 1) double quantile) {
        long exact = nanos.stream()
                .sorted()
                .skip((long) Math.ceil(quantile * nanos.size()) - 1)
                .findFirst()
                .orElseThrow();
        assertThat(TimeBuckets.quantileMillis(counts(nanos), quantile))
                .isCloseTo(exact / 1e6, within(exact / 1e6 * 0.045));
    }

    @Property(tries = 200)
    void countsOfPartsAddUpToThoseOfTheWhole(
            @ForAll @Size(max = 50) List<@LongRange(min = 0, max = Long.MAX_VALUE) Long> first,
            @ForAll @Size(max = 50) List<@LongRange(min = 0, max = Long.MAX_VALUE) Long> second) {
        TimeCounter counter = new TimeCounter();
        first.forEach(counter::add);
        Counts before = counter.counts();
        second.forEach(counter::add);

        assertThat(counter.counts().since(before)).isEqualTo(counts(second));
        assertThat(before.plus(counts(second))).isEqualTo(counter.counts());
        assertThat(counter.counts().total()).isEqualTo(first.size() + second.size());
    }

    @Test
    void nothingHasNoPercentile() {
        assertThat(TimeBuckets.quantileMillis(Counts.NONE, 0.5)).isNaN();
        assertThat(TimeBuckets.quantileMillis(counts(List.of(0L)), 0.5)).isBetween(0.0, 0.1);
    }

    private static Counts counts(List<Long> nanos) {
        TimeCounter counter = new TimeCounter();
        nanos.forEach(counter::add);
        return counter.counts();
    }
}
