package io.tokenrouter.app.metrics;

import java.time.Duration;
import java.util.Arrays;

/**
 * Upper bounds of the histograms. Those of vLLM, so that its dashboards and alerts carry over; below its first bound there are
 * more where small models would fall into one bucket.
 */
final class Buckets {

    static final Duration[] FIRST_TOKEN = millis(
            1, 5, 10, 20, 40, 60, 80, 100, 250, 500, 750, 1_000, 2_500, 5_000, 7_500, 10_000, 20_000, 40_000, 80_000,
            160_000, 640_000, 2_560_000);

    /** Between tokens, and of steps: vLLM's from 10 ms on. */
    static final Duration[] TOKEN = millis(
            1, 2, 5, 10, 25, 50, 75, 100, 150, 200, 300, 400, 500, 750, 1_000, 2_500, 5_000, 7_500, 10_000, 20_000,
            40_000, 80_000);

    /** Of a request and its phases: vLLM's from 300 ms on. */
    static final Duration[] REQUEST = millis(
            1, 5, 10, 25, 50, 100, 200, 300, 500, 800, 1_000, 1_500, 2_000, 2_500, 5_000, 10_000, 15_000, 20_000,
            30_000, 40_000, 50_000, 60_000, 120_000, 240_000, 480_000, 960_000, 1_920_000, 7_680_000);

    /** Tokens of a prompt or an answer. */
    static final double[] TOKENS = {
        1, 2, 5, 10, 20, 50, 100, 200, 500, 1_000, 2_000, 5_000, 10_000, 20_000, 50_000, 100_000, 200_000
    };

    static final double[] ROWS = {1, 2, 4, 8, 16, 32, 64, 128, 256};

    private Buckets() {}

    private static Duration[] millis(long... values) {
        return Arrays.stream(values).mapToObj(Duration::ofMillis).toArray(Duration[]::new);
    }
}
