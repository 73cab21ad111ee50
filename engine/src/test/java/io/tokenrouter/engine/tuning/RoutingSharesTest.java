package io.tokenrouter.engine.tuning;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import java.util.Random;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.DoubleRange;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.LongRange;
import net.jqwik.api.constraints.Size;

class RoutingSharesTest {

    @Example
    void countsWithHalfAVisitOfEachKindInAdvance() {
        RoutingShares shares = new RoutingShares(2);
        assertThat(shares.share(0, 1)).isEqualTo(0.5);

        shares.add(0, new long[] {8, 1});

        assertThat(shares.share(0, 1)).isCloseTo(1.5 / 10, within(1e-12));
        assertThat(shares.share(1, 0)).isEqualTo(0.5);
    }

    @Example
    void visitsWeighHalfAfterTwoThousandMore() {
        RoutingShares shares = new RoutingShares(2);
        shares.add(0, new long[] {0, 1024});
        for (int i = 0; i < 2000; i++) {
            shares.add(0, new long[] {1, 0});
        }
        double large = shares.share(0, 1) * (shares.visits(0) + 1) - 0.5;

        assertThat(large).isCloseTo(512, within(1e-6));
    }

    /** Requests that are routed often need more steps for their tokens; the mean of their rates says something else. */
    @Example
    void differentRequestsArePooledByTheirVisits() {
        double[] rates = {0.02, 0.05, 0.1, 0.6};
        RoutingShares shares = new RoutingShares(2);
        Random random = new Random(7);
        long[] visits = new long[2];
        boolean[] atLarge = new boolean[rates.length];
        for (int round = 0; round < 20_000; round++) {
            for (int request = 0; request < rates.length; request++) {
                if (atLarge[request]) {
                    atLarge[request] = false;
                    continue;
                }
                boolean toLarge = random.nextDouble() < rates[request];
                atLarge[request] = toLarge;
                shares.add(0, toLarge ? new long[] {0, 1} : new long[] {1, 0});
                visits[toLarge ? 1 : 0]++;
            }
        }
        double pooled = (double) visits[1] / (visits[0] + visits[1]);

        assertThat(pooled).as("not the mean of the rates").isLessThan(0.16);
        assertThat(shares.share(0, 1)).isCloseTo(pooled, within(4 * shares.standardError(0, 1)));
    }

    @Property
    void rowsAreProbabilities(
            @ForAll @Size(9) List<@LongRange(min = 0, max = 100_000) Long> counts,
            @ForAll @IntRange(min = 1, max = 3) int models) {
        RoutingShares shares = new RoutingShares(models);
        for (int from = 0; from < models; from++) {
            List<Long> to = counts.subList(from * 3, from * 3 + models);
            shares.add(from, to.stream().mapToLong(Long::longValue).toArray());
        }
        for (double[] row : shares.matrix()) {
            double sum = 0;
            for (double share : row) {
                assertThat(share).isBetween(0.0, 1.0);
                sum += share;
            }
            assertThat(sum).isCloseTo(1, within(1e-9));
        }
    }

    @Property(tries = 100)
    void findsAShareWhateverCameBefore(
            @ForAll @DoubleRange(min = 0.01, max = 0.99) double before,
            @ForAll @DoubleRange(min = 0.01, max = 0.99) double after,
            @ForAll long seed) {
        RoutingShares shares = new RoutingShares(2);
        Random random = new Random(seed);
        for (int i = 0; i < 40_000; i++) {
            boolean large = random.nextDouble() < (i < 20_000 ? before : after);
            shares.add(0, large ? new long[] {0, 1} : new long[] {1, 0});
        }

        assertThat(shares.share(0, 1)).isCloseTo(after, within(5 * shares.standardError(0, 1) + 1.0 / 1024));
    }
}
