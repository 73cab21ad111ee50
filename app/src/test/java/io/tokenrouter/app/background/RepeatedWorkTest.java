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
    private final CountDownLatch often = new CountDownLatch(3);

    private RepeatedWork work(Duration pause, Runnable what) {
        return new RepeatedWork("test", pause, Duration.ofSeconds(30)) {
            @Override
            protected void work() {
                what.run();
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
        assertThat(often.await(120, TimeUnit.SECONDS)).isTrue();
        work.stop();
        assertThat(work.isRunning()).isFalse();
    }

    @Test
    void itIsDoneOnceMoreAtTheEndAndNotAfterIt() {
        RepeatedWork work = work(Duration.ofHours(1), times::incrementAndGet);
        work.stop();
        assertThat(times).as("it never began").hasValue(0);
        work.start();
        work.stop();
        assertThat(times.get()).as("before its first pause was over, or after").isBetween(1, 2);
        int after = times.get();
        work.stop();
        assertThat(times).hasValue(after);
    }
}
