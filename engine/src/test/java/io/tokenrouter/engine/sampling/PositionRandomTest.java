package io.tokenrouter.engine.sampling;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.HashSet;
import java.util.Set;
import org.junit.jupiter.api.Test;

class PositionRandomTest {

    @Test
    void numbersOfConsecutivePositionsAreUniform() {
        int bins = 100;
        int draws = 100_000;
        int[] observed = new int[bins];
        double[] even = new double[bins];
        Arrays.fill(even, 1.0 / bins);
        for (int position = 0; position < draws; position++) {
            observed[(int) (PositionRandom.uniform(0, position, Purpose.SAMPLE) * bins)]++;
        }
        // 99 degrees of freedom: 160 has a p-value of about 1e-4.
        assertThat(NaiveSampling.chiSquare(observed, even, draws, 5)).isLessThan(160);
    }

    @Test
    void consecutiveSeedsPositionsAndPurposesAreUncorrelated() {
        int n = 50_000;
        double seeds = 0;
        double positions = 0;
        double purposes = 0;
        for (int i = 0; i < n; i++) {
            double here = PositionRandom.uniform(1, i, Purpose.SAMPLE) - 0.5;
            seeds += here * (PositionRandom.uniform(2, i, Purpose.SAMPLE) - 0.5);
            positions += here * (PositionRandom.uniform(1, i + 1, Purpose.SAMPLE) - 0.5);
            purposes += here * (PositionRandom.uniform(1, i, Purpose.ROUTE) - 0.5);
        }
        // The mean of such products has a standard deviation of 1/12/sqrt(n); five of them.
        double bound = 5 / (12 * Math.sqrt(n));
        assertThat(seeds / n).isBetween(-bound, bound);
        assertThat(positions / n).isBetween(-bound, bound);
        assertThat(purposes / n).isBetween(-bound, bound);
    }

    @Test
    void argumentsDoNotCollide() {
        Set<Long> seen = new HashSet<>();
        for (int seed = -20; seed < 20; seed++) {
            for (int position = 0; position < 100; position++) {
                for (Purpose purpose : Purpose.values()) {
                    assertThat(seen.add(PositionRandom.bits(seed, position, purpose)))
                            .isTrue();
                }
            }
        }
    }

    @Test
    void oldSeedsKeepTheirMeaning() {
        assertThat(PositionRandom.bits(0, 0, Purpose.SAMPLE)).isEqualTo(-294554546393921231L);
        assertThat(PositionRandom.bits(42, 7, Purpose.ROUTE)).isEqualTo(-5107240949338060448L);
    }
}
