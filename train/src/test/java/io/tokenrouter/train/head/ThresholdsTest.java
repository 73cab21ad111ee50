package io.tokenrouter.train.head;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** Thresholds against counting. */
class ThresholdsTest {

    private static final float[] SCORES = {0.9f, 0.1f, 0.8f, 0.3f, 0.7f, 0.2f, 0.6f, 0.05f};
    private static final boolean[] NEEDED = {true, false, true, true, false, false, true, false};

    @Test
    void theRecallIsReachedByTheLargestThresholdThatReachesIt() {
        assertThat(Thresholds.forRecall(SCORES, NEEDED, 1)).isEqualTo(0.3f);
        assertThat(Thresholds.forRecall(SCORES, NEEDED, 0.76)).isEqualTo(0.3f);
        assertThat(Thresholds.forRecall(SCORES, NEEDED, 0.75)).isEqualTo(0.6f);
        assertThat(Thresholds.forRecall(SCORES, NEEDED, 0.01)).isEqualTo(0.9f);
        assertThat(Thresholds.recall(SCORES, NEEDED, 0.6f)).isEqualTo(0.75);
        assertThat(Thresholds.forRecall(SCORES, new boolean[8], 0.9)).isEqualTo(0.5);
    }

    @Test
    void theShareIsThatOfPositionsAtOrAboveTheThreshold() {
        for (int wanted = 1; wanted <= SCORES.length; wanted++) {
            double share = wanted / (double) SCORES.length;
            assertThat(Thresholds.share(SCORES, Thresholds.forShare(SCORES, share)))
                    .isEqualTo(share);
        }
    }
}
