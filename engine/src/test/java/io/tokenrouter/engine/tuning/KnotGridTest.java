package io.tokenrouter.engine.tuning;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

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
        assertThat(KnotGrid.upTo(24, 10, 20, 0, 30).rows()).containsExactly(1, 2, 3, 4, 6, 8, 10, 12, 16, 20, 24);
    }

    @Property
    void givesAStraightLineBack(
            @ForAll @IntRange(min = 1, max = 5000) int maxRows, @ForAll @DoubleRange(min = 0, max = 6000) double rows) {
        KnotGrid grid = KnotGrid.upTo(maxRows, 5, 7, 100);
        double[] line = new double[grid.size()];
        for (int knot = 0; knot < line.length; knot++) {
            line[knot] = 3 + 2.0 * grid.rows(knot);
        }

        assertThat(grid.interpolate(line, rows)).isCloseTo(3 + 2 * Math.clamp(rows, 1, maxRows), within(1e-9));
    }
}
