package io.tokenrouter.engine.subserver;

import static org.assertj.core.api.Assertions.assertThat;

import io.tokenrouter.engine.api.SamplingParams;
import io.tokenrouter.engine.executor.BatchRow;
import io.tokenrouter.engine.executor.CandidateRequest;
import io.tokenrouter.engine.executor.ExecutorSpec;
import io.tokenrouter.engine.executor.TokenCandidate;
import io.tokenrouter.engine.fixtures.FakeExecutor;
import io.tokenrouter.engine.fixtures.FakeModel;
import io.tokenrouter.engine.kvcache.BlockAllocator;
import io.tokenrouter.engine.kvcache.ResidentSequence;
import io.tokenrouter.engine.metrics.EngineMetrics;
import io.tokenrouter.engine.metrics.StepListener;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Steps of 64 rows and 1024 ids, in blocks of 16; long rows get 256 of the ids. */
class StepComposerTest {

    private static final ExecutorSpec SPEC = new ExecutorSpec(40, 4096, 16, 4096, 64, 1024);

    private final Subserver home = new Subserver(
            "m",
            new FakeExecutor(new FakeModel(1, 40), SPEC),
            false,
            new StepScheduler(GroupPlan::greedy, System::nanoTime),
            EngineMetrics.NONE,
            StepListener.NONE,
            System::nanoTime);
    private final BlockAllocator allocator = new BlockAllocator(SPEC.blockCount());
    private final StepComposer composer =
            new StepComposer(SPEC, new KvRoom(allocator, new ModelCounters(), System::nanoTime));
    private final List<Seat> waiting = new ArrayList<>();

    @AfterEach
    void stop() {
        home.close();
    }

    @Test
    void theUsualCatchUpIsServedInOrderWithTheOthersAndAsAWhole() {
        for (int i = 0; i < 32; i++) {
            waiting.add(catchingUp(10, i % 2 == 0 ? 1 : 40));
        }

        assertThat(composed(64))
                .as("all of them in one step, though the longer ones alone have more than a quarter of its ids")
                .containsExactlyElementsOf(waiting.stream().map(Seat::gap).toList());
    }

    @Test
    void promptsAndVeryLongCatchUpsGetAQuarterWhileOthersWait() {
        waiting.add(prompting(500));
        waiting.add(catchingUp(10, 500));
        waiting.add(catchingUp(10, 1));

        assertThat(composed(64)).as("the short one first").containsExactly(1, 256);
    }

    @Test
    void onlyASettledNumberOfShortRowsIsTaken() {
        for (int i = 0; i < 8; i++) {
            waiting.add(catchingUp(10, 20));
        }

        assertThat(composed(5)).containsExactly(20, 20, 20, 20, 20);
    }

    @Test
    void aPromptTakesAWholeStepOnlyWhereNobodyWouldWaitForIt() {
        waiting.add(prompting(2000));

        assertThat(composed(64)).containsExactly(1024);
        assertThat(composed(64, true)).as("somebody may come back for a token").containsExactly(256);
    }

    private List<Integer> composed(int mostRows) {
        return composed(mostRows, false);
    }

    private List<Integer> composed(int mostRows, boolean othersMayCome) {
        Step step = new Step();
        composer.compose(waiting, mostRows, othersMayCome, step);
        return step.rows().stream().map(BatchRow::count).toList();
    }

    private Seat prompting(int length) {
        return asking(length, length);
    }

    private Seat catchingUp(int promptLength, int gap) {
        Seat seat = asking(promptLength, promptLength + gap);
        assertThat(seat.resident.reserve(promptLength)).isTrue();
        seat.advance(promptLength);
        return seat;
    }

    private Seat asking(int promptLength, int length) {
        ResidentSequence resident = new ResidentSequence(allocator, null, SPEC.blockSize());
        Seat seat = new Seat(home, new Nobody(), resident, waiting.size(), promptLength);
        int[] ids = new int[length];
        seat.ask(ids, length, length, new CandidateRequest(SamplingParams.GREEDY, length, ids, length, 0, false));
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
        public boolean onCandidate(Seat seat, TokenCandidate candidate) {
            return false;
        }

        @Override
        public int onExtended(Seat seat, int start, int count, StepFacts step) {
            return 0;
        }

        @Override
        public void onFailure(Seat seat, Throwable cause) {}

        @Override
        public void onReleased(Seat seat) {}
    }
}
