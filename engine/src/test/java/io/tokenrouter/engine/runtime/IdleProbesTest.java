package io.tokenrouter.engine.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import io.tokenrouter.engine.executor.ExecutorSpec;
import io.tokenrouter.engine.fixtures.FakeExecutor;
import io.tokenrouter.engine.fixtures.FakeModel;
import io.tokenrouter.engine.metrics.EngineMetrics;
import io.tokenrouter.engine.metrics.StepListener;
import io.tokenrouter.engine.subserver.GroupPlan;
import io.tokenrouter.engine.subserver.Seat;
import io.tokenrouter.engine.subserver.StepScheduler;
import io.tokenrouter.engine.subserver.Subserver;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Step times that are measured before anybody asks. */
class IdleProbesTest {

    private static final int PATIENCE = 1000;

    /** A step takes next to nothing by it: on a busy machine one could use up the time that there is for all. */
    private final AtomicLong time = new AtomicLong();

    private final StepScheduler scheduler = new StepScheduler(GroupPlan::greedy, this::now);
    private final List<FakeExecutor> executors = new ArrayList<>();
    private final List<Subserver> subservers = new ArrayList<>();
    private final List<IdleProbes.Result> found = new ArrayList<>();
    private final IdleProbes probes = new IdleProbes();

    private long now() {
        return time.addAndGet(1_000);
    }

    private Subserver start(String id, ExecutorSpec spec) {
        FakeExecutor executor = new FakeExecutor(new FakeModel(1, spec.vocabularySize()), spec);
        executors.add(executor);
        Subserver subserver =
                new Subserver(id, executor, false, scheduler, EngineMetrics.NONE, StepListener.NONE, this::now);
        subservers.add(subserver);
        return subserver;
    }

    @AfterEach
    void stop() {
        subservers.forEach(Subserver::close);
        scheduler.close();
        executors.forEach(executor -> assertThat(executor.faults()).isEmpty());
    }

    private static ExecutorSpec spec(int blocks, int maxRows) {
        return new ExecutorSpec(40, 100, 4, blocks, maxRows, 64);
    }

    private void runAll(List<Subserver> models) {
        for (int step = 0; step < PATIENCE && probes.isWanted(models); step++) {
            probes.step(models, found::add);
        }
        assertThat(probes.isWanted(models)).as("still wanted").isFalse();
    }

    private static Set<Integer> sizes(FakeExecutor executor) {
        return executor.steps().stream().map(step -> step.rowTokens().size()).collect(Collectors.toSet());
    }

    @Test
    void everyModelIsTimedWithStepsOfAllSizesThatItHasRoomFor() {
        start("a", spec(100, 6));
        start("b", spec(3, 8));
        runAll(subservers);

        assertThat(found).extracting(result -> result.model().id()).containsExactly("a", "b");
        assertThat(sizes(executors.get(0))).containsExactlyInAnyOrder(1, 2, 4, 6);
        assertThat(sizes(executors.get(1))).as("each row needs a block").containsExactlyInAnyOrder(1, 2, 3);
        assertThat(subservers)
                .allSatisfy(subserver -> assertThat(subserver.snapshot().freeBlocks())
                        .isEqualTo(subserver.snapshot().totalBlocks()));
    }

    @Test
    void aModelIsTimedOnceAndItsSuccessorAnew() {
        Subserver first = start("a", spec(100, 2));
        runAll(subservers);
        int steps = executors.getFirst().steps().size();
        runAll(subservers);
        assertThat(executors.getFirst().steps()).hasSize(steps);

        Subserver second = start("b", spec(100, 2));
        runAll(List.of(second));
        assertThat(found).extracting(IdleProbes.Result::model).containsExactly(first, second);
    }

    /** Its steps fail from then on; that is no reason to leave out the others. */
    @Test
    void aModelThatIsTakenAwayStopsNoOther() {
        Subserver gone = start("gone", spec(100, 4));
        Subserver stays = start("stays", spec(100, 4));
        probes.step(subservers, found::add);
        gone.close();
        runAll(subservers);

        assertThat(found).extracting(IdleProbes.Result::model).containsExactly(stays);
        subservers.remove(gone);
    }

    /** A generation has a seat, so the model has something better to do than trials, for as long as the test lasts. */
    @Test
    void aBusyModelIsLeftAsItIsAfterAWhile() {
        Subserver busy = start("busy", spec(100, 4));
        Absentee owner = new Absentee();
        Seat seat = busy.open(owner, 1, 1);
        runAll(subservers);
        seat.leaveForGood();

        assertThat(executors.getFirst().steps()).isEmpty();
        assertThat(found).extracting(IdleProbes.Result::model).containsExactly(busy);
    }
}
