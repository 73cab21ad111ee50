package io.tokenrouter.app.history;

import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Random;

/** Samples of two models, {@code l} and {@code s}, and the pair {@code demo}. */
final class Samples {

    private Samples() {}

    /** @param tokens that each model wrote; 0 for a sample of nothing */
    static Sample sample(Random random, Instant startsAt, int tokens) {
        return new Sample(
                startsAt,
                List.of(model(random, "l", startsAt, tokens), model(random, "s", startsAt, tokens)),
                List.of(new TargetSpan(
                        "demo",
                        startsAt,
                        10,
                        new TargetSpan.Requests(
                                tokens, tokens / 10, 0, tokens / 100, tokens / 5, tokens / 8.0, 3, 0, 0),
                        tokens == 0 ? Map.of() : Map.of("l", (long) tokens, "s", (long) tokens),
                        times(random, tokens / 10),
                        times(random, tokens))));
    }

    private static ModelSpan model(Random random, String id, Instant startsAt, int tokens) {
        return new ModelSpan(
                id,
                startsAt,
                10,
                new ModelSpan.Tokens(tokens, 2L * tokens, tokens / 4, tokens / 8, tokens / 16, 0),
                new ModelSpan.Steps(
                        tokens,
                        2L * tokens,
                        tokens / 128.0,
                        tokens / 512.0,
                        Counts.of(tokens, tokens / 2),
                        times(random, tokens),
                        times(random, tokens)),
                new ModelSpan.Load(tokens / 4.0, 2, 40, 5, 10));
    }

    private static Counts times(Random random, int count) {
        TimeCounter counter = new TimeCounter();
        for (int i = 0; i < count; i++) {
            counter.add((long) (1e6 * Math.exp(3 * random.nextGaussian())));
        }
        return counter.counts();
    }
}
