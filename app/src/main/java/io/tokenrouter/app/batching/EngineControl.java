package io.tokenrouter.app.batching;

import io.tokenrouter.engine.runtime.RoutingEngine;
import io.tokenrouter.engine.runtime.SelfTuning;
import io.tokenrouter.engine.subserver.GroupPlan;
import io.tokenrouter.engine.subserver.GroupShape;
import io.tokenrouter.engine.subserver.StepScheduler;
import io.tokenrouter.engine.throughput.BatchingSettings;
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

    /** Of the plan: what was decided a moment ago is there before the tuner takes note of it. */
    @Override
    public String reason(StepScheduler.Scheduled group) {
        return group.plan().reason();
    }

    /** At once, and not only when the tuner looks the next time. */
    @Override
    public void pin(GroupShape group, BatchingSettings settings) {
        Optional<GroupPlan> before = plan(group);
        before.ifPresent(plan -> scheduler.apply(group, with(plan, settings, "set by an operator")));
        try {
            tuning.ifPresent(self -> self.pin(group.models().getFirst(), settings));
        } catch (IllegalArgumentException cannotBeTuned) {
            before.ifPresent(plan -> scheduler.apply(group, plan));
            throw cannotBeTuned;
        }
    }

    @Override
    public void selfTune(GroupShape group) {
        tuning.ifPresent(self -> self.unpin(group.models().getFirst()));
        plan(group)
                .ifPresent(plan -> scheduler.apply(
                        group,
                        tuning.isPresent()
                                ? with(plan, plan.settings(), "was set by an operator before")
                                : with(plan, new BatchingSettings.Greedy(), "this server does not tune itself")));
    }

    private Optional<GroupPlan> plan(GroupShape group) {
        return groups().stream()
                .filter(scheduled -> scheduled.shape().equals(group))
                .findFirst()
                .map(StepScheduler.Scheduled::plan);
    }

    /** A tuner sets guards anew; without one a guard that settings have raised is lowered here. */
    private GroupPlan with(GroupPlan plan, BatchingSettings settings, String reason) {
        GroupPlan base = tuning.isPresent() ? plan : plan.withGuard(GroupPlan.FIRST_GUARD);
        return base.withSettings(settings, reason);
    }
}
