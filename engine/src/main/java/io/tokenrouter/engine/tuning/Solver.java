package io.tokenrouter.engine.tuning;

import io.tokenrouter.engine.throughput.BatchingChoice;
import io.tokenrouter.engine.throughput.BatchingSettings;
import io.tokenrouter.engine.throughput.BucketTrim;
import io.tokenrouter.engine.throughput.DeviceMode;
import io.tokenrouter.engine.throughput.Goal;
import io.tokenrouter.engine.throughput.ModelProfile;
import io.tokenrouter.engine.throughput.Prediction;
import io.tokenrouter.engine.throughput.RoutingMatrix;
import io.tokenrouter.engine.throughput.StartRule;
import io.tokenrouter.engine.throughput.StepTimeCurve;
import io.tokenrouter.engine.throughput.ThroughputModel;
import io.tokenrouter.engine.throughput.Workload;
import java.util.Arrays;
import java.util.List;

/** Asks the throughput model about conditions that were measured. Equal conditions get equal answers. Immutable. */
final class Solver {

    private static final int RUNS = 2;

    /** Candidates are told apart with shorter runs; only the best of them is then compared with the present in full. */
    private static final int SHORTER = 2;

    private static final int LEAST_STEPS = 100;

    private final DeviceSharing sharing;
    private final boolean hasSizes;
    private final ThroughputModel model;
    private final ThroughputModel quickModel;
    private final Goal goal;

    /**
     * @param hasSizes whether step times rise in steps; where they do not, a step that leaves rows behind follows noise
     */
    Solver(DeviceSharing sharing, boolean hasSizes, TuningOptions options) {
        this.sharing = sharing;
        this.hasSizes = hasSizes;
        this.model = new ThroughputModel(options.simulatedSteps(), RUNS);
        this.quickModel = new ThroughputModel(Math.max(LEAST_STEPS, options.simulatedSteps() / SHORTER), RUNS);
        this.goal = new Goal(options.mostGapNanos(), 0);
    }

    /** What a group does of which nothing is known. */
    Schedule greedy() {
        return new Schedule(new BatchingSettings.Greedy(), sharing == DeviceSharing.ONE_STEP_AT_A_TIME, false);
    }

    Schedule best(Conditions conditions) {
        List<Long> guards = Guards.nanos(conditions.steps(), greedy().settings(), conditions.members().length);
        BatchingChoice choice = deciding(quickModel, conditions, guards)
                .advise(workload(conditions), goal)
                .choice();
        return Schedule.of(choice, hasSizes && choice.isTrimmed());
    }

    Prediction predict(Conditions conditions, Schedule schedule) {
        Workload workload = workload(conditions);
        List<BucketTrim> trims = conditions.steps().stream()
                .map(estimate -> trim(schedule, estimate))
                .toList();
        DeviceMode device = device(schedule.serialised(), conditions.slowdown());
        BatchingSettings settings = settings(schedule, conditions.members());
        return deciding(model, conditions, Guards.nanos(conditions.steps(), settings, conditions.members().length))
                .predict(workload, new BatchingChoice(settings, device, trims));
    }

    /** Steps last as the present load makes them; what decides about them knows what plans say of a step. */
    private static ThroughputModel deciding(ThroughputModel asked, Conditions conditions, List<Long> guards) {
        return asked.withGuards(guards)
                .withDecisionsOn(conditions.steps().stream()
                        .map(StepTimeEstimate::profile)
                        .toList());
    }

    /** How many of the waiting rows a step takes under a schedule. */
    static BucketTrim trim(Schedule schedule, StepTimeEstimate estimate) {
        return schedule.trimmed() ? estimate.trim() : BucketTrim.NONE;
    }

    DeviceMode device(boolean serialised, double slowdown) {
        if (sharing == DeviceSharing.SEPARATE) {
            return new DeviceMode.Separate();
        }
        return serialised ? new DeviceMode.OneStepAtATime() : new DeviceMode.Overlapping(slowdown);
    }

    /**
     * @throws IllegalArgumentException if a schedule does not fit the models or their device
     */
    void check(Schedule schedule, List<TunedModel> models) {
        int count = models.size();
        double[][] anywhere = new double[count][count];
        for (double[] row : anywhere) {
            Arrays.fill(row, 1.0 / count);
        }
        List<ModelProfile> profiles = models.stream()
                .map(one -> ModelProfile.of(StepTimeCurve.of(1, rows -> 1)).withMaxBatch(one.maxRows()))
                .toList();
        long[] guards = new long[count];
        Arrays.fill(guards, 1);
        StartRule.of(
                schedule.settings(), profiles, RoutingMatrix.of(anywhere), device(schedule.serialised(), 1), guards);
    }

    private Workload workload(Conditions conditions) {
        return conditions.workload(device(sharing == DeviceSharing.ONE_STEP_AT_A_TIME, conditions.slowdown()));
    }

    /** Settings with a rule for each model of the group, cut down to those with traffic. */
    private static BatchingSettings settings(Schedule schedule, int[] members) {
        return schedule.settings() instanceof BatchingSettings.MinimumBatch minimum
                ? new BatchingSettings.MinimumBatch(
                        Arrays.stream(members).mapToObj(minimum.models()::get).toList())
                : schedule.settings();
    }
}
