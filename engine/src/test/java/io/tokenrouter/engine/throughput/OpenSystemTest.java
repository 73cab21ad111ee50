package io.tokenrouter.engine.throughput;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.tokenrouter.engine.throughput.BatchingSettings.Greedy;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Requests that come and go on two models of flat step times, simulated, against the flow-equivalent server. */
class OpenSystemTest {

    private static final double SMALL = 6;
    private static final double LARGE = 25;
    private static final int MOST_ACTIVE = 32;
    private static final double TOKENS = 200;

    @ParameterizedTest(name = "load {0}, room for {1} more")
    @CsvSource({".5, 10, .01, .01, .01", ".8, 40, .01, .015, .02", "1.5, 20, .01, .01, .02"})
    void requestsThatComeAndGo(double load, int room, double tokenError, double activeError, double responseError) {
        double toLarge = .3;
        double[] speeds = IntStream.rangeClosed(1, MOST_ACTIVE)
                .mapToDouble(n -> SimulationTest.simulate(Curves.G.pair(n, toLarge), new Greedy(), 50_000)
                        .tokensPerSecond())
                .toArray();
        double arrivals = load * speeds[MOST_ACTIVE - 1] / TOKENS;
        OpenSystem predicted = OpenSystem.of(speeds, room, arrivals, TOKENS);
        Open simulated = new Open(toLarge, room, arrivals).run(20_000_000);

        assertThat(predicted.tokensPerSecond())
                .isCloseTo(simulated.tokensPerSecond(), within(tokenError * simulated.tokensPerSecond()));
        assertThat(predicted.meanActive())
                .isCloseTo(simulated.meanActive(), within(activeError * simulated.meanActive()));
        assertThat(predicted.responseNanos() / Curves.MS)
                .isCloseTo(simulated.responseMillis(), within(responseError * simulated.responseMillis()));
        assertThat(predicted.blocking()).isCloseTo(simulated.blocking(), within(.01));
    }

    /** Only numbers matter here too: requests are alike, and each token is the last one with the same probability. */
    private static final class Open {

        private final SplittableRandom random = new SplittableRandom(3);
        private final double toLarge;
        private final int room;
        private final double meanPause;
        private int waiting;
        private final int[] queues = new int[2];
        private final int[] batches = new int[2];
        private final double[] left = new double[2];
        private double now;
        private double nextArrival;
        private double activeTime;
        private double requestTime;
        private long tokens;
        private long arrived;
        private long refused;

        Open(double toLarge, int room, double arrivalsPerSecond) {
            this.toLarge = toLarge;
            this.room = room;
            this.meanPause = 1000 / arrivalsPerSecond;
        }

        Open run(double millis) {
            while (now < millis) {
                int active = queues[0] + queues[1] + batches[0] + batches[1];
                while (waiting > 0 && active < MOST_ACTIVE) {
                    waiting--;
                    queues[0]++;
                    active++;
                }
                for (int m = 1; m >= 0; m--) {
                    if (batches[m] == 0 && queues[m] > 0) {
                        batches[m] = queues[m];
                        queues[m] = 0;
                        left[m] = m == 0 ? SMALL : LARGE;
                    }
                }
                double time = nextArrival - now;
                for (int m = 0; m < 2; m++) {
                    time = batches[m] > 0 ? Math.min(time, left[m]) : time;
                }
                now += time;
                activeTime += time * active;
                requestTime += time * (active + waiting);
                left[0] -= time;
                left[1] -= time;
                arrive(active);
                end(0);
                end(1);
            }
            return this;
        }

        private void arrive(int active) {
            if (now >= nextArrival - 1e-9) {
                nextArrival = now - meanPause * Math.log(1 - random.nextDouble());
                arrived++;
                if (active + waiting < MOST_ACTIVE + room) {
                    waiting++;
                } else {
                    refused++;
                }
            }
        }

        private void end(int m) {
            if (batches[m] > 0 && left[m] < 1e-9) {
                int rows = batches[m];
                batches[m] = 0;
                tokens += rows;
                for (int i = 0; i < rows; i++) {
                    if (random.nextDouble() >= 1 / TOKENS) {
                        queues[m == 0 && random.nextDouble() < toLarge ? 1 : 0]++;
                    }
                }
            }
        }

        double tokensPerSecond() {
            return 1000 * tokens / now;
        }

        double meanActive() {
            return activeTime / now;
        }

        double blocking() {
            return (double) refused / arrived;
        }

        /** By Little's law. */
        double responseMillis() {
            return requestTime / (arrived - refused);
        }
    }
}
