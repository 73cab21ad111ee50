package io.tokenrouter.app.batching;

import io.tokenrouter.engine.runtime.RoutingEngine;
import io.tokenrouter.engine.runtime.SelfTuning;
import io.tokenrouter.engine.subserver.GroupPlan;
import io.tokenrouter.engine.subserver.GroupShape;
import io.tokenrouter.engine.subserver.StepScheduler;
import io.tokenrouter.engine.throughput.BatchingSettings;
import io.tokenrouter.engine.tuning.TuningStatus;
import java.util.List;
import java.util.Optional;
import org.springframework.stereotype.Component;

/** The groups of the routing engine. */
@Component
final class EngineControl implements BatchingControl {

    private final StepScheduler scheduler;
    private final Optional<SelfTuning> tuning;

    EngineControl(RoutingEngine engine) {
        this.scheduler = engine.scheduler();
        this.tuning = engine.tuning();
    }

    @Override
    public List<StepScheduler.Scheduled> groups() {
        return scheduler.groups();
    }

    @Override
    public String reason(StepScheduler.Scheduled group) {
        return tuning.flatMap(self -> self.status(group.shape().models().getFirst()))
                .map(TuningStatus::reason)
                .orElse(group.plan().reason());
    }

    /** At once, and not only when the tuner looks the next time. */
    @Override
    public void pin(GroupShape group, BatchingSettings settings) {
        tuning.ifPresent(self -> self.pin(group.models().getFirst(), settings));
        groups().stream()
                .filter(scheduled -> scheduled.shape().equals(group))
                .findFirst()
                .ifPresent(scheduled -> scheduler.apply(group, pinned(scheduled.plan(), settings)));
    }

    private static GroupPlan pinned(GroupPlan plan, BatchingSettings settings) {
        return new GroupPlan(
                settings,
                plan.models(),
                plan.routing(),
                plan.device(),
                plan.guardNanos(),
                plan.trims(),
                "set by an operator");
    }

    @Override
    public void selfTune(GroupShape group) {
        tuning.ifPresent(self -> self.unpin(group.models().getFirst()));
    }
}
