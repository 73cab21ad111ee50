package io.tokenrouter.engine.tuning;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.DoubleRange;
import net.jqwik.api.constraints.IntRange;

class KnotGridTest {

    @Example
    void doublesWithOneInBetweenAndEndsAtTheLargestStep() {
        assertThat(KnotGrid.upTo(1).rows()).containsExactly(1);
        assertThat(KnotGrid.upTo(40).rows()).containsExactly(1, 2, 3, 4, 6, 8, 12, 16, 24, 32, 40);
        assertThat(KnotGrid.upTo(40, List.of(4, 10)).rows()).containsExactly(4, 10, 11, 12, 16, 24, 32, 40);
        assertThat(KnotGrid.upTo(10, List.of(4, 10)).rows()).containsExactly(4, 10);
    }

    /** As a device does that has captured steps of 4 and 10 rows, and runs larger ones as they come. */
    @Example
    void batchesAreRoundedUpToTheSizesOfTheDevice() {
        KnotGrid grid = KnotGrid.upTo(40, List.of(4, 10));
        double[] times = {40, 100, 500, 600, 800, 900, 1000, 1100};

        assertThat(grid.interpolate(times, 1)).isEqualTo(40);
        assertThat(grid.interpolate(times, 4)).isEqualTo(40);
        assertThat(grid.interpolate(times, 5)).isEqualTo(100);
        assertThat(grid.interpolate(times, 10)).isEqualTo(100);
        assertThat(grid.interpolate(times, 11)).isEqualTo(500);
        assertThat(grid.interpolate(times, 14)).isEqualTo(700);
        assertThat(grid.interpolate(times, 99)).isEqualTo(1100);
        assertThat(grid.roundedUp(3)).isEqualTo(4);
        assertThat(grid.roundedUp(11)).isEqualTo(11);
    }

    @Property
    void givesAStraightLineBack(
            @ForAll @IntRange(min = 1, max = 5000) int maxRows, @ForAll @DoubleRange(min = 0, max = 6000) double rows) {
        KnotGrid grid = KnotGrid.upTo(maxRows);
        double[] line = new double[grid.size()];
        for (int knot = 0; knot < line.length; knot++) {
            line[knot] = 3 + 2.0 * grid.rows(knot);
        }

        assertThat(grid.interpolate(line, rows)).isCloseTo(3 + 2 * Math.clamp(rows, 1, maxRows), within(1e-9));
    }
}
