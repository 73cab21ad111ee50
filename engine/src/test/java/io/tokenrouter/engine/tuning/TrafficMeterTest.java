package io.tokenrouter.engine.tuning;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import net.jqwik.api.Example;

class TrafficMeterTest {

    private static final long TICK = 100_000_000;

    private final TrafficMeter meter = new TrafficMeter();
    private long now;
    private long tokens;

    private void run(int ticks, int active, int visits, int committed) {
        for (int tick = 0; tick < ticks; tick++) {
            now += TICK;
            tokens += committed;
            meter.add(now, active, visits, tokens);
        }
    }

    @Example
    void knowsNothingAtFirst() {
        assertThat(meter.tokensPerSecond()).isZero();
        assertThat(meter.keptShare()).isEqualTo(1);
    }

    @Example
    void ratesAreOfTheTimeWithTraffic() {
        run(50, 8, 100, 80);
        run(500, 0, 0, 0);
        run(50, 8, 100, 80);

        assertThat(meter.requests()).isCloseTo(8, within(1e-9));
        assertThat(meter.tokensPerSecond()).isCloseTo(800, within(1e-6));
        assertThat(meter.keptShare()).isCloseTo(0.8, within(1e-9));
    }

    @Example
    void requestsFollowWithinSeconds() {
        run(50, 16, 1, 1);
        run(10, 64, 1, 1);
        assertThat(meter.requests()).isBetween(40.0, 50.0);

        run(50, 64, 1, 1);
        assertThat(meter.requests()).isBetween(63.0, 64.0);
    }
}
