package io.tokenrouter.engine.tuning;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Random;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.DoubleRange;

class OverlapFactorTest {

    @Example
    void isOneUntilSomethingOverlaps() {
        OverlapFactor factor = new OverlapFactor();
        factor.observe(1000, 1500, 0);

        assertThat(factor.sigma()).isEqualTo(1);
    }

    /** Steps share a device in which each progresses at 1/sigma of its speed while another one runs. */
    @Property(tries = 100)
    void isFoundFromStepsThatOverlapInPart(@ForAll @DoubleRange(min = 1, max = 4) double sigma, @ForAll long seed) {
        Random random = new Random(seed);
        OverlapFactor factor = new OverlapFactor();
        for (int step = 0; step < 2000; step++) {
            double work = 1e6 * (1 + 9 * random.nextDouble());
            double shared = work * random.nextDouble();
            double beside = shared * sigma;
            double noise = 1 + 0.02 * random.nextGaussian();
            factor.observe(work, (work - shared + beside) * noise, beside * noise);
        }
        assertThat(factor.sigma()).isCloseTo(sigma, within(0.05 * sigma));
    }
}
