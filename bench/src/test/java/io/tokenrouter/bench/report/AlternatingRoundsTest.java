package io.tokenrouter.bench.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.function.DoubleSupplier;
import org.junit.jupiter.api.Test;

class AlternatingRoundsTest {

    private final StringBuilder order = new StringBuilder();

    @Test
    void everyContenderRunsOnceARoundAndTheFirstChanges() {
        AlternatingRounds.run(3, scripted("a", 1, 1, 1), scripted("b", 1, 1, 1));

        assertThat(order).hasToString("abbaab");
    }

    @Test
    void ratioIsTheMedianOfThoseWithinARound() {
        AlternatingRounds result = AlternatingRounds.run(3, scripted("a", 10, 300, 24), scripted("b", 5, 100, 8));

        assertThat(result.median(0)).isEqualTo(24);
        assertThat(result.median(1)).isEqualTo(8);
        assertThat(result.medianRatio(0, 1)).as("of 2, 3 and 3").isCloseTo(3, within(1e-9));
    }

    @Test
    void medianOfAnEvenNumberLiesInTheMiddle() {
        assertThat(AlternatingRounds.run(2, scripted("a", 1, 4)).median(0)).isEqualTo(2.5);
    }

    private DoubleSupplier scripted(String name, double... figures) {
        Deque<Double> left = new ArrayDeque<>();
        for (double figure : figures) {
            left.add(figure);
        }
        return () -> {
            order.append(name);
            return left.remove();
        };
    }
}
