package io.tokenrouter.app.hub;

import java.io.IOException;
import java.time.Duration;

/** Tries again where that may help, later each time. For one download. */
final class Retries {

    private static final int MOST = 6;
    private static final Duration FIRST = Duration.ofMillis(500);

    /** Waits; a test's clock moves instead. */
    @FunctionalInterface
    interface Pause {
        void of(Duration time) throws InterruptedException;
    }

    /** One attempt. */
    @FunctionalInterface
    interface Attempt<T> {
        T run() throws IOException, InterruptedException;
    }

    private final Pause pause;

    Retries(Pause pause) {
        this.pause = pause;
    }

    /** @throws HubException after the last attempt, with what it failed of */
    <T> T run(Attempt<T> attempt) throws InterruptedException {
        for (int failures = 1; ; failures++) {
            try {
                return attempt.run();
            } catch (IOException e) {
                failed(failures, e);
            }
        }
    }

    /**
     * Waits after a failure.
     *
     * @param failures in a row, from 1 on
     * @throws HubException if they are too many
     */
    void failed(int failures, IOException last) throws InterruptedException {
        if (failures >= MOST) {
            String reason = last.getMessage() == null ? last.getClass().getSimpleName() : last.getMessage();
            throw new HubException("given up after " + failures + " attempts: " + reason
                    + "; the same command goes on where this one ended");
        }
        Duration backoff = FIRST.multipliedBy(1L << (failures - 1));
        Duration asked = last instanceof HubAnswers.Later later ? later.waiting() : Duration.ZERO;
        pause.of(asked.compareTo(backoff) > 0 ? asked : backoff);
    }
}
