package io.tokenrouter.app.background;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(600)
class RepeatedWorkTest {

    private final AtomicInteger times = new AtomicInteger();
    private final AtomicInteger begun = new AtomicInteger();
    private final AtomicInteger ended = new AtomicInteger();
    private final CountDownLatch often = new CountDownLatch(3);

    private RepeatedWork work(Duration pause, Runnable what) {
        return new RepeatedWork("test", pause, Duration.ofMinutes(10)) {
            @Override
            protected void work() {
                what.run();
            }

            @Override
            protected void first() {
                begun.incrementAndGet();
                throw new IllegalStateException("scripted");
            }

            @Override
            protected void last() {
                ended.incrementAndGet();
            }
        };
    }

    @Test
    void whatFailsIsDoneAgain() throws Exception {
        RepeatedWork work = work(Duration.ofMillis(1), () -> {
            often.countDown();
            throw new IllegalStateException("scripted");
        });
        work.start();
        assertThat(often.await(10, TimeUnit.MINUTES)).isTrue();
        work.stop();
        assertThat(work.isRunning()).isFalse();
    }

    @Test
    void anErrorDoesNotEndItEither() throws Exception {
        RepeatedWork work = work(Duration.ofMillis(1), () -> {
            often.countDown();
            throw new AssertionError("scripted");
        });
        work.start();
        assertThat(often.await(10, TimeUnit.MINUTES)).isTrue();
        work.stop();
    }

    @Test
    void itsBeginningIsDoneBeforeItHasStarted() {
        RepeatedWork work = work(Duration.ofHours(1), times::incrementAndGet);
        assertThat(begun).hasValue(0);
        work.start();
        assertThat(begun).hasValue(1);
        work.stop();
        assertThat(begun).hasValue(1);
    }

    @Test
    void itsEndIsDoneOnceAndNothingAfterIt() {
        RepeatedWork work = work(Duration.ofHours(1), times::incrementAndGet);
        work.stop();
        assertThat(ended).as("it never began").hasValue(0);
        work.start();
        work.stop();
        work.stop();
        assertThat(ended).hasValue(1);
        assertThat(work.hurry()).as("it has ended").isFalse();
        assertThat(times.get()).as("before its first pause was over, or after").isLessThanOrEqualTo(1);
    }

    @Test
    void whoIsInAHurryWaitsForNoPause() throws Exception {
        RepeatedWork work = work(Duration.ofHours(1), often::countDown);
        work.start();
        for (int i = 0; i < 3; i++) {
            assertThat(work.hurry()).isTrue();
        }
        assertThat(often.await(10, TimeUnit.MINUTES)).isTrue();
        work.stop();
    }
}
