package io.tokenrouter.engine.calibrate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class EstimateTest {

    /** Requests of equal length are plain draws: the mean, give or take Student's quantile times the standard error. */
    @Test
    void ofRequestsOfOneLengthItIsTheIntervalOfAMean() {
        Estimate share = Estimate.ofRatio(new int[] {1, 3, 2, 6, 3}, new int[] {10, 10, 10, 10, 10});

        double deviation = Math.sqrt((4 + 0 + 1 + 9 + 0) / 4.0) / 10;
        double half = 2.776445 * deviation / Math.sqrt(5);
        assertThat(share.value()).isEqualTo(0.3);
        assertThat(share.low()).isCloseTo(0.3 - half, within(0.005));
        assertThat(share.high()).isCloseTo(0.3 + half, within(0.005));
    }

    @Test
    void longAnswersCountByTheirLength() {
        assertThat(Estimate.ofRatio(new int[] {0, 90}, new int[] {10, 90}).value())
                .isEqualTo(0.9);
    }

    @Test
    void oneRequestTellsNothingOfOthers() {
        assertThat(Estimate.ofRatio(new int[] {5, 0}, new int[] {100, 0})).isEqualTo(new Estimate(0.05, 0, 1));
    }

    /** Student's quantile of one degree of freedom is 12.706. */
    @Test
    void twoRequestsTellLittle() {
        Estimate share = Estimate.ofRatio(new int[] {480, 520}, new int[] {1000, 1000});

        double deviation = Math.sqrt(2 * 0.02 * 0.02);
        assertThat(share.high() - share.value()).isCloseTo(12.7062 * deviation / Math.sqrt(2), within(1e-6));
    }

    /** The bound of Clopper and Pearson: the chance of three hits in three is 2.5 % at this ratio. */
    @Test
    void whereAllAreHitTheRestIsStillPossible() {
        assertThat(Estimate.ofRatio(new int[] {5, 5, 5}, new int[] {5, 5, 5}))
                .satisfies(all -> assertThat(all.low()).isCloseTo(Math.cbrt(0.025), within(1e-12)))
                .satisfies(all -> assertThat(all.high()).isEqualTo(1));
        Estimate none = Estimate.ofRatio(new int[] {0, 0, 0}, new int[] {5, 5, 5});
        assertThat(none.low()).isZero();
        assertThat(none.high()).isCloseTo(1 - Math.cbrt(0.025), within(1e-12));
    }

    @Test
    void nothingCountedIsRefused() {
        assertThatIllegalArgumentException().isThrownBy(() -> Estimate.ofRatio(new int[] {0}, new int[] {0}));
    }

    /** Of answers whose tokens resemble each other, 95 of 100 intervals hold the truth; a fixed seed. */
    @Test
    void theTruthIsInsideAsOftenAsIsSaid() {
        SplittableRandom random = new SplittableRandom(11);
        int inside = 0;
        int samples = 2_000;
        for (int sample = 0; sample < samples; sample++) {
            int[] counts = new int[40];
            int[] hits = new int[counts.length];
            Arrays.setAll(counts, i -> random.nextInt(5, 60));
            for (int i = 0; i < counts.length; i++) {
                double own = random.nextDouble() * 0.4;
                for (int token = 0; token < counts[i]; token++) {
                    hits[i] += random.nextDouble() < own ? 1 : 0;
                }
            }
            Estimate share = Estimate.ofRatio(hits, counts);
            inside += share.low() <= 0.2 && 0.2 <= share.high() ? 1 : 0;
        }

        assertThat((double) inside / samples).isBetween(0.92, 0.97);
    }
}
