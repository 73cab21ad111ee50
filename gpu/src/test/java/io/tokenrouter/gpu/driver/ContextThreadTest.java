package io.tokenrouter.gpu.driver;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tokenrouter.engine.executor.LostDeviceException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Whoever waits for the thread of a context is answered, whatever fails. Without a device: steps end when the test says so. */
@Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class ContextThreadTest {

    private static final Runnable NOTHING = () -> {};
    private static final BooleanSupplier AT_ONCE = () -> true;

    private final AtomicBoolean queueIsBroken = new AtomicBoolean();
    private final AtomicInteger released = new AtomicInteger();
    private final ContextThread thread = new ContextThread(
            "context-of-a-test",
            new LinkedBlockingQueue<>() {
                @Override
                public ContextThread.Task poll() {
                    fail();
                    return super.poll();
                }

                @Override
                public ContextThread.Task poll(long timeout, TimeUnit unit) throws InterruptedException {
                    fail();
                    return super.poll(timeout, unit);
                }

                private void fail() {
                    if (queueIsBroken.get()) {
                        throw new StackOverflowError("as wanted");
                    }
                }
            },
            released::incrementAndGet);

    @Test
    void anErrorOfAQueryFailsItsStepOnly() {
        assertThatThrownBy(() -> thread.step(NOTHING, NOTHING, () -> {
                    throw new AssertionError("as wanted");
                }))
                .isInstanceOf(AssertionError.class)
                .hasMessage("as wanted");
        thread.step(NOTHING, NOTHING, AT_ONCE);
        assertThat(thread.call(() -> 5)).isEqualTo(5);
        thread.close();
    }

    @Test
    void aStepThatThrowsWaitsForTheDevice() throws Exception {
        AtomicBoolean done = new AtomicBoolean();
        CountDownLatch asked = new CountDownLatch(3);
        CompletableFuture<Void> step = CompletableFuture.runAsync(() -> thread.step(
                () -> {
                    throw new IllegalArgumentException("as wanted");
                },
                NOTHING,
                () -> {
                    asked.countDown();
                    return done.get();
                }));
        asked.await();
        assertThat(step).isNotDone();
        assertThat(thread.call(() -> 5)).isEqualTo(5);
        done.set(true);
        assertThatThrownBy(step::get).hasRootCauseMessage("as wanted");
        thread.close();
    }

    @Test
    void aStepThatCannotBeMarkedFailsAtOnceWithWhatFailedFirst() {
        Runnable mark = () -> {
            throw new IllegalStateException("no mark");
        };
        assertThatThrownBy(() -> thread.step(NOTHING, mark, AT_ONCE)).hasMessage("no mark");
        assertThatThrownBy(() -> thread.step(
                        () -> {
                            throw new IllegalArgumentException("as wanted");
                        },
                        mark,
                        AT_ONCE))
                .hasMessage("as wanted")
                .satisfies(e -> assertThat(e.getSuppressed())
                        .singleElement()
                        .hasToString("" + new IllegalStateException("no mark")));
        thread.close();
    }

    @Test
    void aMarkThatFindsTheDeviceLostSaysSo() {
        assertThatThrownBy(() -> thread.step(
                        () -> {
                            throw new IllegalArgumentException("as wanted");
                        },
                        () -> {
                            throw new LostDeviceException("gone");
                        },
                        AT_ONCE))
                .isInstanceOf(LostDeviceException.class);
        assertThatThrownBy(() -> thread.call(() -> 5))
                .isInstanceOf(LostDeviceException.class)
                .hasMessage("gone");
        thread.close();
        assertThat(released).hasValue(1);
    }

    @Test
    void theEndOfTheThreadAnswersAllWhoWaitAndAllWhoCome() throws Exception {
        CountDownLatch runs = new CountDownLatch(1);
        CompletableFuture<Void> step =
                CompletableFuture.runAsync(() -> thread.step(runs::countDown, NOTHING, () -> false));
        runs.await();
        CountDownLatch busy = new CountDownLatch(1);
        CountDownLatch goOn = new CountDownLatch(1);
        CompletableFuture<Integer> occupied = CompletableFuture.supplyAsync(() -> thread.call(() -> {
            busy.countDown();
            await(goOn);
            return 5;
        }));
        busy.await();
        CompletableFuture<Integer> queued = new CompletableFuture<>();
        Thread asking = Thread.ofPlatform().start(() -> {
            try {
                queued.complete(thread.call(() -> 6));
            } catch (RuntimeException e) {
                queued.completeExceptionally(e);
            }
        });
        while (asking.getState() != Thread.State.WAITING) {
            Thread.onSpinWait();
        }
        queueIsBroken.set(true);
        goOn.countDown();

        assertThat(occupied.get()).isEqualTo(5);
        for (CompletableFuture<?> each : List.of(step, queued)) {
            assertThatThrownBy(each::get)
                    .isInstanceOf(ExecutionException.class)
                    .hasRootCauseInstanceOf(LostDeviceException.class)
                    .hasRootCauseMessage("the thread of the device has ended: java.lang.StackOverflowError: as wanted");
        }
        assertThatThrownBy(() -> thread.call(() -> 7)).isInstanceOf(LostDeviceException.class);
        assertThat(thread.lost()).isNotNull();
        thread.close();
        // whoever was told may still use memory of the context
        assertThat(released).hasValue(0);
    }

    @Test
    void callsDuringTheEndAreDoneOrRefused() throws Exception {
        List<CompletableFuture<Void>> callers = new ArrayList<>();
        AtomicInteger entered = new AtomicInteger();
        AtomicInteger done = new AtomicInteger();
        AtomicInteger answered = new AtomicInteger();
        CountDownLatch many = new CountDownLatch(100);
        for (int i = 0; i < 4; i++) {
            callers.add(CompletableFuture.runAsync(
                    () -> {
                        while (true) {
                            try {
                                thread.call(done::incrementAndGet);
                                answered.incrementAndGet();
                                thread.step(entered::incrementAndGet, NOTHING, AT_ONCE);
                                many.countDown();
                            } catch (IllegalStateException e) {
                                assertThat(e).hasMessage("the device is closed");
                                return;
                            }
                        }
                    },
                    task -> Thread.ofPlatform().daemon().start(task)));
        }
        many.await();
        thread.close();
        thread.close();
        CompletableFuture.allOf(callers.toArray(CompletableFuture[]::new)).get(30, TimeUnit.SECONDS);
        assertThat(done).hasValue(answered.get());
        assertThat(released).hasValue(1);
    }

    @Test
    void theEndWaitsForStepsThatRun() throws Exception {
        AtomicBoolean done = new AtomicBoolean();
        CountDownLatch runs = new CountDownLatch(1);
        CompletableFuture<Void> step =
                CompletableFuture.runAsync(() -> thread.step(runs::countDown, NOTHING, done::get));
        runs.await();
        Thread closing = Thread.ofPlatform().start(thread::close);
        while (closing.getState() != Thread.State.WAITING) {
            Thread.onSpinWait();
        }
        assertThat(released).hasValue(0);
        done.set(true);
        step.get();
        closing.join();
        assertThat(released).hasValue(1);
    }

    private static void await(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }
}
