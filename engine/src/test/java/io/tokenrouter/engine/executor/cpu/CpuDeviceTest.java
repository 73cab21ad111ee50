package io.tokenrouter.engine.executor.cpu;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicIntegerArray;
import org.junit.jupiter.api.Test;

class CpuDeviceTest {

    private static final int MOST_PIECES = 40;

    @Test
    void everyPieceOfEveryJobRunsOnceAndBeforeTheJobEnds() {
        try (CpuDevice device = new CpuDevice(4)) {
            AtomicIntegerArray runs = new AtomicIntegerArray(MOST_PIECES);
            AtomicInteger sum = new AtomicInteger();
            for (int job = 0; job < 200_000; job++) {
                // Sizes grow and shrink, so that a thread that mixes two jobs up takes a piece that is not there.
                int pieces = 2 + job * 7 % (MOST_PIECES - 2);
                int expected = job + 1;
                sum.set(0);
                device.run(pieces, (piece, worker) -> {
                    runs.set(piece, expected);
                    sum.incrementAndGet();
                });
                assertThat(sum.get()).isEqualTo(pieces);
                for (int piece = 0; piece < pieces; piece++) {
                    assertThat(runs.get(piece)).isEqualTo(expected);
                }
            }
        }
    }

    @Test
    void aPieceThatFailsFailsTheJobAndNotTheNextOne() {
        try (CpuDevice device = new CpuDevice(3)) {
            assertThatIllegalStateException()
                    .isThrownBy(() -> device.run(8, (piece, worker) -> {
                        if (piece == 5) {
                            throw new IllegalStateException("piece 5");
                        }
                    }))
                    .withMessage("piece 5");
            AtomicInteger done = new AtomicInteger();
            device.run(8, (piece, worker) -> done.incrementAndGet());
            assertThat(done).hasValue(8);
        }
    }
}
