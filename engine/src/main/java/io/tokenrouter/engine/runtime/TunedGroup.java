package io.tokenrouter.engine.runtime;

import io.tokenrouter.engine.subserver.GroupPlan;
import io.tokenrouter.engine.subserver.GroupShape;
import io.tokenrouter.engine.subserver.StepScheduler;
import io.tokenrouter.engine.throughput.BatchingSettings;
import io.tokenrouter.engine.tuning.Adoption;
import io.tokenrouter.engine.tuning.DeviceSharing;
import io.tokenrouter.engine.tuning.GroupTuner;
import io.tokenrouter.engine.tuning.Load;
import io.tokenrouter.engine.tuning.Schedule;
import io.tokenrouter.engine.tuning.TunedModel;
import io.tokenrouter.engine.tuning.TunedPlan;
import io.tokenrouter.engine.tuning.TuningListener;
import io.tokenrouter.engine.tuning.TuningOptions;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** A group of models and its tuner: between them the names of models, the plans of the scheduler and what the runtime counts. */
final class TunedGroup implements Load, TuningListener {

    private static final Logger LOG = LoggerFactory.getLogger(TunedGroup.class);

    private final GroupShape shape;
    private final Set<String> models;
    private final DeviceSharing sharing;
    private final StepScheduler scheduler;
    private final Traffic traffic;
    private final Consumer<Adoption> adopted;
    private final GroupTuner tuner;
    private final SparingLog failures = new SparingLog(LOG);

    TunedGroup(
            GroupShape shape,
            DeviceSharing sharing,
            TuningOptions options,
            StepScheduler scheduler,
            Traffic traffic,
            Consumer<Adoption> adopted) {
        this.shape = shape;
        this.models = Set.copyOf(shape.models());
        this.sharing = sharing;
        this.scheduler = scheduler;
        this.traffic = traffic;
        this.adopted = adopted;
        List<TunedModel> tuned = new ArrayList<>();
        for (int model = 0; model < shape.models().size(); model++) {
            tuned.add(new TunedModel(
                    shape.models().get(model),
                    shape.maxRows().get(model),
                    shape.stepSizes().get(model)));
        }
        this.tuner = new GroupTuner(tuned, sharing, options, this, this, InstantSource.system());
    }

    GroupShape shape() {
        return shape;
    }

    GroupTuner tuner() {
        return tuner;
    }

    /** What fails here hurts no other group. */
    void tick(long nowNanos) {
        try {
            tuner.tick(nowNanos);
        } catch (Throwable failure) {
            failures.error(nowNanos, "The batching of " + shape.models() + " could not be tuned", failure);
        }
    }

    /** The number of a model in the group; -1 for one that is not in it. */
    int indexOf(String model) {
        return shape.models().indexOf(model);
    }

    /**
     * @throws IllegalArgumentException if the settings do not fit the group
     */
    void pin(BatchingSettings settings) {
        boolean takesTurns =
                sharing == DeviceSharing.ONE_STEP_AT_A_TIME || settings instanceof BatchingSettings.SharedThreshold;
        tuner.pin(new Schedule(settings, takesTurns, false));
    }

    @Override
    public int activeRequests() {
        return traffic.running(models);
    }

    @Override
    public long committedTokens() {
        return traffic.written(models);
    }

    @Override
    public void planned(TunedPlan plan) {
        scheduler.apply(
                shape,
                new GroupPlan(
                        plan.schedule().settings(),
                        plan.models(),
                        plan.loaded(),
                        plan.routing(),
                        plan.device(),
                        plan.guardNanos(),
                        plan.trims(),
                        plan.reason()));
    }

    @Override
    public void adopted(Adoption adoption) {
        try {
            adopted.accept(adoption);
        } catch (RuntimeException e) {
            LOG.warn("Whoever is told of changes of the batching failed", e);
        }
    }
}
