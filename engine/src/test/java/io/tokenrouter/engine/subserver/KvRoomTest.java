package io.tokenrouter.engine.subserver;

import static org.assertj.core.api.Assertions.assertThat;

import io.tokenrouter.engine.api.SamplingParams;
import io.tokenrouter.engine.executor.CandidateRequest;
import io.tokenrouter.engine.executor.ExecutorSpec;
import io.tokenrouter.engine.executor.TokenCandidate;
import io.tokenrouter.engine.fixtures.FakeExecutor;
import io.tokenrouter.engine.fixtures.FakeModel;
import io.tokenrouter.engine.fixtures.ManualClock;
import io.tokenrouter.engine.kvcache.BlockAllocator;
import io.tokenrouter.engine.kvcache.ResidentSequence;
import io.tokenrouter.engine.metrics.EngineMetrics;
import io.tokenrouter.engine.metrics.EngineSnapshot;
import io.tokenrouter.engine.metrics.StepListener;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** A pool of ten blocks of four positions. */
class KvRoomTest {

    private static final ExecutorSpec SPEC = new ExecutorSpec(40, 40, 4, 10, 4, 16);

    private final Subserver home = new Subserver(
            "m",
            new FakeExecutor(new FakeModel(1, 40), SPEC),
            false,
            new StepScheduler(GroupPlan::greedy, System::nanoTime),
            EngineMetrics.NONE,
            StepListener.NONE,
            System::nanoTime);
    private final ManualClock clock = new ManualClock();
    private final BlockAllocator allocator = new BlockAllocator(SPEC.blockCount());
    private final KvRoom room = new KvRoom(allocator, home.counters(), clock);

    @AfterEach
    void stop() {
        home.close();
    }

    @Test
    void whoLeftLongestAgoYieldsFirst() {
        Seat first = holding(1, 12);
        Seat second = holding(2, 12);
        room.left(first);
        room.left(second);
        Seat young = asking(9, 20);

        assertThat(room.reserve(young, List.of(young))).isTrue();

        assertThat(first.resident.blockCount()).isZero();
        assertThat(second.resident.blockCount()).isEqualTo(3);
        assertThat(young.resident.blockCount()).isEqualTo(5);
    }

    @Test
    void whatWasOnlyPreparedYieldsBeforeWhatWasAskedFor() {
        Seat asked = holding(1, 12);
        Seat prepared = holding(2, 12);
        room.left(asked);
        room.prepared(asked);
        room.prepared(prepared);
        Seat young = asking(9, 20);

        assertThat(room.reserve(young, List.of(young))).isTrue();

        assertThat(prepared.resident.blockCount()).isZero();
        assertThat(asked.resident.blockCount()).isEqualTo(3);
    }

    @Test
    void whoIsBackIsNotAwayAnyMore() {
        Seat first = holding(1, 12);
        Seat second = holding(2, 12);
        room.left(first);
        room.left(second);
        room.returned(first);
        Seat young = asking(9, 20);

        assertThat(room.reserve(young, List.of(first, young))).isTrue();

        assertThat(first.resident.blockCount()).isEqualTo(3);
        assertThat(second.resident.blockCount()).isZero();
    }

    @Test
    void thenTheYoungestThatWaitsYields() {
        Seat older = holding(2, 16);
        Seat youngest = holding(3, 16);
        Seat oldest = asking(1, 20);

        assertThat(room.reserve(oldest, List.of(older, youngest, oldest))).isTrue();

        assertThat(older.resident.blockCount()).isEqualTo(4);
        assertThat(youngest.resident.blockCount()).isZero();
    }

    @Test
    void anOlderOneNeverYields() {
        Seat older = holding(1, 32);
        Seat young = asking(2, 20);

        assertThat(room.reserve(young, List.of(older, young))).isFalse();

        assertThat(older.resident.blockCount()).isEqualTo(8);
        assertThat(young.resident.blockCount()).isZero();
    }

    @Test
    void nobodyYieldsInVain() {
        Seat oldest = holding(1, 20);
        Seat youngest = holding(3, 16);
        Seat middle = asking(2, 24);

        assertThat(room.reserve(middle, List.of(oldest, youngest, middle))).isFalse();
        assertThat(youngest.resident.blockCount()).isEqualTo(4);
    }

    @Test
    void aYoungerOneDoesNotTakeWhatAnOlderOneIsShortOf() {
        Seat oldest = holding(1, 20);
        Seat middle = asking(2, 24);
        Seat youngest = asking(3, 4);
        List<Seat> waiting = List.of(oldest, middle, youngest);

        assertThat(room.reserve(middle, waiting)).isFalse();
        assertThat(room.reserve(youngest, waiting)).isFalse();
        room.newStep();
        assertThat(room.reserve(youngest, waiting))
                .as("in a step that the older one is not asked for")
                .isTrue();
    }

    @Test
    void whoIsInTheStepDoesNotYield() {
        Seat running = holding(3, 32);
        running.inStep(true);
        Seat oldest = asking(1, 20);

        assertThat(room.reserve(oldest, List.of(running, oldest))).isFalse();
        assertThat(running.resident.blockCount()).isEqualTo(8);
    }

    @Test
    void whatIsHeldForThoseWhoAreAwayIsMeasured() {
        Seat first = holding(1, 12);
        Seat second = holding(2, 12);
        room.left(first);
        clock.advanceNanos(10);
        room.left(second);
        assertThat(room.awayBlocks()).isEqualTo(6);
        clock.advanceNanos(5);
        room.returned(second);
        room.returned(second);
        assertThat(second.keptBlockNanos(clock.getAsLong())).isEqualTo(3 * 5);
        assertThat(first.keptBlockNanos(clock.getAsLong()))
                .as("of a stay that goes on")
                .isEqualTo(3 * 15);

        Seat young = asking(9, 28);
        clock.advanceNanos(1);
        assertThat(room.reserve(young, List.of(second, young))).isTrue();
        clock.advanceNanos(100);
        assertThat(first.keptBlockNanos(clock.getAsLong())).as("evicted").isEqualTo(3 * 16);
        assertThat(home.counters().kept(room.awayBlocks()))
                .isEqualTo(new EngineSnapshot.Kept(0, 0, 0, 0, 3 * 16 + 3 * 5));

        room.left(second);
        clock.advanceNanos(2);
        room.returned(second);
        assertThat(second.keptBlockNanos(clock.getAsLong())).isEqualTo(3 * 7);
    }

    private Seat asking(long age, int length) {
        Seat seat = new Seat(home, new Nobody(), new ResidentSequence(allocator, null, SPEC.blockSize()), age, length);
        int[] ids = new int[length];
        seat.ask(ids, length, length, new CandidateRequest(SamplingParams.GREEDY, length, ids, length, 0, false));
        return seat;
    }

    private Seat holding(long age, int length) {
        Seat seat = asking(age, length);
        assertThat(seat.resident.reserve(length)).isTrue();
        seat.advance(length);
        return seat;
    }

    private static final class Nobody implements SeatOwner {
        @Override
        public boolean isEnding() {
            return false;
        }

        @Override
        public void onEnding(Seat seat) {}

        @Override
        public int onExtended(Seat seat, int start, int count, StepFacts step) {
            return 0;
        }

        @Override
        public boolean onCandidate(Seat seat, TokenCandidate candidate) {
            return false;
        }

        @Override
        public void onFailure(Seat seat, Throwable cause) {}

        @Override
        public void onReleased(Seat seat) {}
    }
}
