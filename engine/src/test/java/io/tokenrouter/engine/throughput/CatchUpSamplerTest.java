package io.tokenrouter.engine.throughput;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class CatchUpSamplerTest {

    private static final int DRAWS = 20_000;

    private static double mean(RoutingMatrix routing, int model, int requests) {
        CatchUpSampler sampler = CatchUpSampler.of(routing, model);
        SplittableRandom random = new SplittableRandom(1);
        double sum = 0;
        for (int i = 0; i < DRAWS; i++) {
            sum += sampler.draw(requests, random);
        }
        return sum / DRAWS / requests;
    }

    @Test
    void whereEveryTokenStaysARequestIsBehindByAllThatOthersWrote() {
        RoutingMatrix routing = RoutingMatrix.pair(0.3, 1);

        assertThat(routing.meanCatchUp(1)).isCloseTo(1 / 0.3, within(1e-9));
        assertThat(mean(routing, 1, 4)).isCloseTo(1 / 0.3, within(0.05));
        assertThat(mean(routing, 0, 4)).as("what the large one wrote").isEqualTo(1);
    }

    /** As in uncertainty routing: the token that sends a request to the large model is the one that it writes anew. */
    @Test
    void tokensThatWereThrownAwayNeedNoCatchUp() {
        double share = 0.3;
        RoutingMatrix routing = RoutingMatrix.pair(share, 1).withKeptShare(1 / (1 + share));

        assertThat(routing.meanCatchUp(0))
                .as("the small one wrote the rest itself")
                .isCloseTo(0, within(1e-9));
        assertThat(routing.meanCatchUp(1)).isCloseTo((1 - share) / share, within(1e-9));
        assertThat(mean(routing, 0, 4)).isZero();
        assertThat(mean(routing, 1, 4)).isCloseTo((1 - share) / share, within(0.05));
        assertThat(mean(routing, 1, 40)).as("in the normal limit").isCloseTo((1 - share) / share, within(0.05));
    }

    @Test
    void aShareThatStaysIsAboveNothing() {
        RoutingMatrix routing = RoutingMatrix.pair(0.3, 1);

        assertThatIllegalArgumentException().isThrownBy(() -> routing.withKeptShare(0));
        assertThatIllegalArgumentException().isThrownBy(() -> routing.withKeptShare(1.1));
    }
}
