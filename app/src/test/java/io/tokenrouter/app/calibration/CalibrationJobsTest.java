package io.tokenrouter.app.calibration;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.tokenrouter.engine.calibrate.Goal;
import java.time.Instant;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class CalibrationJobsTest {

    private static final CalibrationQuestion QUESTION =
            new CalibrationQuestion("demo", null, null, new Goal.Share(0.1));
    private static final long PATIENCE_SECONDS = 300;

    private final CalibrationJobs jobs = new CalibrationJobs();
    private final CountDownLatch interrupted = new CountDownLatch(1);

    @AfterEach
    void stop() {
        jobs.stop();
    }

    /** Goes on until somebody interrupts it. */
    private CalibrationJob endless() {
        return jobs.begin(QUESTION, Instant.EPOCH, job -> {
            job.progress().begins("enter 0.45", 7);
            try {
                new CountDownLatch(1).await();
                throw new AssertionError("nobody counts it down");
            } finally {
                interrupted.countDown();
            }
        });
    }

    @Test
    void oneRunsAtATime() {
        CalibrationJob first = endless();
        assertThatExceptionOfType(CalibrationRefusal.class)
                .isThrownBy(this::endless)
                .withMessageContaining(first.id())
                .satisfies(refusal -> assertThat(refusal.kind()).isEqualTo(CalibrationRefusal.Kind.CONFLICT));

        first.cancel();
        CalibrationJob second = endless();
        assertThat(jobs.find(first.id())).contains(first);
        assertThat(jobs.find(second.id())).contains(second);
        assertThat(jobs.find("none")).isEmpty();
    }

    @Test
    void oneThatIsCancelledStopsAndStaysCancelled() throws Exception {
        CalibrationJob job = endless();
        job.cancel();

        assertThat(interrupted.await(PATIENCE_SECONDS, TimeUnit.SECONDS)).isTrue();
        job.failed("too late");
        assertThat(job.status().state()).isEqualTo(CalibrationJob.State.CANCELLED);
        assertThat(job.status().error()).isNull();
    }

    @Test
    void theServersStopEndsThem() throws Exception {
        CalibrationJob job = endless();
        jobs.stop();

        assertThat(interrupted.await(PATIENCE_SECONDS, TimeUnit.SECONDS)).isTrue();
        assertThat(job.status().state()).isEqualTo(CalibrationJob.State.CANCELLED);
        assertThatExceptionOfType(CalibrationRefusal.class)
                .as("nothing begins after it")
                .isThrownBy(this::endless)
                .withMessageContaining("stops");
    }

    @Test
    void answersThatWouldFillTheMemoryAreRefused() {
        List<CalibrationPrompt> some = Collections.nCopies(250, new CalibrationPrompt("a", null));
        assertThat(new ReplayRequest(some, some, 8_000, 1).maxTokens()).isEqualTo(8_000);
        assertThatExceptionOfType(CalibrationRefusal.class)
                .isThrownBy(() -> new ReplayRequest(some, some, 8_001, 1))
                .withMessageContaining("at most 4000000, not 4000500")
                .satisfies(refusal -> assertThat(refusal.field()).isEqualTo("max_tokens"));
    }

    @Test
    void whatGoesWrongIsToldInItsOwnWordsOnlyWhereTheyAreForPeople() {
        assertThat(ended(() -> CalibrationRefusal.invalid("prompts", "prompts[3] is too long"))
                        .error())
                .isEqualTo("prompts[3] is too long");
        assertThat(ended(() -> new ArrayIndexOutOfBoundsException("Index 3 out of bounds"))
                        .error())
                .doesNotContain("Index");
    }

    @Test
    void onlyTheLastAreRemembered() {
        CalibrationJob first = failing(new IllegalStateException("no answer"));
        for (int i = 0; i < CalibrationJobs.MOST; i++) {
            failing(new IllegalStateException("no answer"));
        }
        assertThat(jobs.find(first.id())).isEmpty();
    }

    private interface Failure {
        RuntimeException get();
    }

    private CalibrationJob.Status ended(Failure failure) {
        return failing(failure.get()).status();
    }

    private CalibrationJob failing(RuntimeException failure) {
        CalibrationJob job = jobs.begin(QUESTION, Instant.EPOCH, running -> {
            throw failure;
        });
        while (job.isRunning()) {
            LockSupport.parkNanos(1_000_000);
        }
        assertThat(job.status().state()).isEqualTo(CalibrationJob.State.FAILED);
        return job;
    }
}
