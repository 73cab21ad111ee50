package io.tokenrouter.engine.tuning;

import io.tokenrouter.engine.throughput.BucketTrim;
import io.tokenrouter.engine.throughput.DeviceMode;
import io.tokenrouter.engine.throughput.ModelProfile;
import io.tokenrouter.engine.throughput.RoutingMatrix;
import io.tokenrouter.engine.throughput.StepTimeCurve;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** Turns a schedule and what was measured into a plan for all models of a group. */
final class PlanMaker {

    private final List<TunedModel> models;

    PlanMaker(List<TunedModel> models) {
        this.models = models;
    }

    TunedPlan plan(Schedule schedule, Measurements measured, DeviceMode device, String reason) {
        int[] members = measured.members();
        RoutingMatrix routing = RoutingMatrix.of(measured.shares().matrix())
                .withKeptShare(measured.traffic().keptShare());
        List<ModelProfile> profiles = new ArrayList<>();
        List<ModelProfile> loaded = new ArrayList<>();
        List<StepTimeEstimate> known = new ArrayList<>();
        List<BucketTrim> trims = new ArrayList<>();
        for (int model = 0; model < models.size(); model++) {
            StepTimeEstimate estimate = Arrays.binarySearch(members, model) < 0 ? null : measured.estimate(model);
            if (estimate == null) {
                profiles.add(withoutTraffic(models.get(model)));
                loaded.add(profiles.getLast());
                trims.add(BucketTrim.NONE);
            } else {
                known.add(estimate);
                profiles.add(estimate.profile());
                loaded.add(measured.load(model).on(estimate.profile(), routing.meanCatchUp(model)));
                trims.add(Solver.trim(schedule, estimate));
            }
        }
        return new TunedPlan(
                schedule,
                profiles,
                loaded,
                routing,
                device,
                Guards.nanos(known, schedule.settings(), models.size()),
                trims,
                reason);
    }

    /** As fast as can be: the rule of a device that takes turns holds the slowest model, and that is to be one with traffic. */
    private static ModelProfile withoutTraffic(TunedModel model) {
        return ModelProfile.of(StepTimeCurve.of(1, rows -> 1)).withMaxBatch(model.maxRows());
    }
}
