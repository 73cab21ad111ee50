package io.tokenrouter.engine.subserver;

import static org.assertj.core.api.Assertions.assertThat;

import io.tokenrouter.engine.fixtures.ManualClock;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class AlarmTest {

    private final ManualClock clock = new ManualClock();

    /** The time stays due, as the action never gets as far as to clear it. */
    @Test
    void whatFailsAgainAndAgainKeepsNoCoreBusy() throws InterruptedException {
        AtomicInteger calls = new AtomicInteger();
        Semaphore pauses = new Semaphore(0);
        Semaphore pausesEnded = new Semaphore(0);
        Runnable failing = () -> {
            calls.incrementAndGet();
            throw new IllegalStateException("scripted");
        };
        Runnable pause = () -> {
            pauses.release();
            pausesEnded.acquireUninterruptibly();
        };
        try (Alarm alarm = new Alarm(clock, failing, pause)) {
            alarm.setNoLaterThan(clock.getAsLong());
            for (int failure = 1; failure <= 3; failure++) {
                assertThat(pauses.tryAcquire(120, TimeUnit.SECONDS))
                        .as("pauses")
                        .isTrue();
                assertThat(calls).as("nothing is tried in a pause").hasValue(failure);
                pausesEnded.release();
            }
            alarm.close();
            pausesEnded.release(2);
        }
    }

    @Test
    void ringsOnceWhenItsTimeHasCome() throws InterruptedException {
        Semaphore rings = new Semaphore(0);
        Alarm[] alarm = new Alarm[1];
        alarm[0] = new Alarm(clock, () -> {
            alarm[0].clear();
            rings.release();
        });
        try (Alarm open = alarm[0]) {
            open.setNoLaterThan(1_000);
            assertThat(rings.availablePermits()).isZero();
            clock.advanceNanos(1_000);

            assertThat(rings.tryAcquire(120, TimeUnit.SECONDS)).isTrue();
            open.setNoLaterThan(2_000);
            clock.advanceNanos(1_000);
            assertThat(rings.tryAcquire(120, TimeUnit.SECONDS)).isTrue();
            assertThat(rings.availablePermits()).isZero();
        }
    }
}
